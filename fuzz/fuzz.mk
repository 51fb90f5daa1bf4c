# The fuzzers: included by the Makefile, whose variables it uses.

fuzz_parts = fuzz/gen.c $(wildcard fuzz/oracle/*.c)
fuzzers = $(patsubst fuzz/%.c,$(BUILD)/fuzz/%,$(filter-out fuzz/gen.c,$(wildcard fuzz/*.c)))

$(fuzzers): $(BUILD)/fuzz/%: fuzz/%.c $(fuzz_parts) $(lib)/libjets.a
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -Ireference/include -Ifuzz -o $@ $< $(fuzz_parts) $(lib)/libjets.a

include fuzz/proof.mk
