# Programs that make allocations and system calls fail: included by the Makefile, whose variables it uses.
# tools/faults/README.md tells of it.

.PHONY: faults injectors

help::
	@echo 'make faults     each allocation and each system call of jets and jets-extract fails in turn'

faults_dir = $(BUILD)/faults

# The library needs glibc, and seccomp as Linux has it.
ifeq ($(shell uname -s),Linux)
injectors: $(faults_dir)/inject $(faults_dir)/inside.so
else
injectors:
endif

$(faults_dir)/inject: tools/faults/inject.c tools/faults/plan.h
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -o $@ $<

$(faults_dir)/inside.so: tools/faults/inside.c tools/faults/plan.h
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -fPIC -shared -o $@ $<

faults: programs injectors
	tools/faults/run --build $(BUILD) --all
