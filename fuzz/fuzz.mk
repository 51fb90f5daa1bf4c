# The fuzzers: included by the Makefile, whose variables it uses.

fuzz_parts = $(wildcard conformance/src/gen*.c) conformance/src/markers.c $(wildcard fuzz/oracle/*.c)
fuzzers = $(patsubst fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard fuzz/*.c))

$(fuzzers): $(BUILD)/fuzz/%: fuzz/%.c $(fuzz_parts) $(lib)/libjets.a
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -Ireference/include -Iconformance/src -Ifuzz -o $@ $< $(fuzz_parts) $(lib)/libjets.a
