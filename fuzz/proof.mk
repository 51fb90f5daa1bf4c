# Proof that the fuzzers see what they should: included by fuzz.mk.

# Tests that no compiler's half of `make check` needs to repeat.
# In front: these take longest, and what takes longest must not come last.
tool_tests := $(wildcard fuzz/tests/once/*.sh) $(tool_tests)

help::
	@echo 'make exhaustive  every text of up to LENGTH (6) symbols of each alphabet against the oracle; JOBS=2'

# ---- exhaustive: library and oracle on every small text (fuzz/exhaustive/main.c) ----

LENGTH = 6
JOBS = 2
exhaustive = $(BUILD)/fuzz/exhaustive
fuzzers += $(exhaustive)
exhaustive_objects = $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard fuzz/exhaustive/*.c))

$(exhaustive_objects): $(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) -Ireference/include -c -o $@ $<

$(exhaustive): $(exhaustive_objects) $(BUILD)/fuzz/parts.a
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(exhaustive_objects) $(BUILD)/fuzz/parts.a

.PHONY: exhaustive
exhaustive: $(exhaustive)
	@for alphabet in $$($(exhaustive) --list | cut -d ' ' -f 1); do \
	    $(exhaustive) --alphabet $$alphabet --length $(LENGTH) --jobs $(JOBS) || exit; \
	done

# The value of a variable, for scripts that build on their own.
show-%:
	@echo '$($*)'

# ---- mutants: do the fuzzers see planted faults? (fuzz/mutants/run) ----

help::
	@echo 'make fuzz-mutants  plants each fault of fuzz/mutants/faults.txt, and tells which harness sees it, and when'

.PHONY: fuzz-mutants
fuzz-mutants:
	JETS_BUILD=$(BUILD) fuzz/mutants/run --jobs $(JOBS)

# ---- what OSS-Fuzz and ClusterFuzzLite build (fuzz/oss-fuzz/build.sh) ----

# The engine, the compilers and their flags are theirs. What is linked finds its libraries beside itself.
LIB_FUZZING_ENGINE =
fuzz_external_link = $(LIB_FUZZING_ENGINE) -Wl,--as-needed -Wl,-rpath,'$$ORIGIN/lib'

.PHONY: fuzz-external fuzz-external-data
ifneq ($(LIB_FUZZING_ENGINE),)
$(eval $(call fuzz_engine,external,$(CC),$(CFLAGS),$$(fuzz_external_link),$(CXX) $(CXXFLAGS)))
$(fuzz_mutated:%=$(BUILD)/fuzz/external/%): $(BUILD)/fuzz/external/obj/fuzz/mutator.o
fuzz-external: $(fuzz_external_bin)
endif

fuzz-external-data: $(fuzz_seeds) $(fuzz_dictionary)
