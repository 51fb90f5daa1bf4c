# The fuzzers: included by the Makefile, whose variables it uses. fuzz/README.md says what they are.

# A harness is fuzz/fuzz_NAME.c. What has a main is a program of its own; every other C file of fuzz/ is a
# part that harnesses and programs share.
fuzz_harnesses := $(patsubst fuzz/%.c,%,$(wildcard fuzz/fuzz_*.c))
fuzz_programs := $(patsubst fuzz/%.c,%,$(filter-out fuzz/replay.c,$(shell grep -l '^int main' fuzz/*.c)))
fuzz_parts := $(filter-out $(fuzz_harnesses:%=fuzz/%.c) $(fuzz_programs:%=fuzz/%.c) fuzz/replay.c fuzz/mutator.c,\
    $(wildcard fuzz/*.c fuzz/oracle/*.c))
fuzz_runner_sources := $(filter-out conformance/src/main.c,$(jets_sources))
# Everything a harness may call: linked from an archive, so that each takes what it needs.
fuzz_sources := $(lib_sources) $(fuzz_parts) $(fuzz_runner_sources)

fuzz_includes = -Ireference/include -Ireference/src -Ifuzz -Iconformance/src $(cjson_cflags)
jansson_cflags = $(shell $(PKG_CONFIG) --cflags jansson 2>/dev/null)
jansson_libs = $(shell $(PKG_CONFIG) --libs jansson 2>/dev/null)
fuzz_libs = $(jansson_libs) $(cjson_libs) -lm

# ---- without an engine: replay and the programs, built as all else is ----

replay = $(BUILD)/fuzz/replay
fuzz_replays = $(fuzz_harnesses:%=$(replay)/%)
fuzzers = $(fuzz_programs:%=$(BUILD)/fuzz/%) $(fuzz_replays)
fuzz_part_objects = $(fuzz_parts:%.c=$(BUILD)/obj/%.o)
fuzz_replay_objects = $(BUILD)/obj/fuzz/replay.o $(fuzz_harnesses:%=$(BUILD)/obj/fuzz/%.o)

$(fuzz_part_objects) $(fuzz_replay_objects): $(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(fuzz_includes) $(jansson_cflags) -c -o $@ $<

$(BUILD)/fuzz/parts.a: $(lib_objects) $(fuzz_part_objects) $(filter-out %/main.o,$(jets_objects)) fuzz/fuzz.mk
	@mkdir -p $(@D)
	$(Q)rm -f $@
	$(say) AR $@
	$(Q)$(AR) rcs $@ $(filter %.o,$^)

$(fuzz_replays): $(replay)/%: $(BUILD)/obj/fuzz/%.o $(BUILD)/obj/fuzz/replay.o $(BUILD)/fuzz/parts.a
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(fuzz_link) -o $@ $(filter %.o,$^) $(BUILD)/fuzz/parts.a $(fuzz_libs)

# fuzz_cost counts steps: for it the library is compiled once more, with a call in each basic block, and stands in
# front of the archive.
cost_flags = -fsanitize-coverage=trace-pc -include fuzz/cost_hooks.h
$(BUILD)/fuzz/cost/%.o: %.c fuzz/cost_hooks.h
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(fuzz_includes) $(cost_flags) -c -o $@ $<
$(replay)/fuzz_cost: $(lib_sources:%.c=$(BUILD)/fuzz/cost/%.o)

$(fuzz_programs:%=$(BUILD)/fuzz/%): $(BUILD)/fuzz/%: fuzz/%.c $(BUILD)/fuzz/parts.a
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) $(fuzz_includes) -o $@ $< $(BUILD)/fuzz/parts.a $(fuzz_libs)

# ---- with an engine ----
#
# Each compiles everything anew, with its own instrumentation. $(1) engine, $(2) how its compiler is called,
# $(3) flags of compilation, $(4) flags of the link, $(5) what links, where that is another compiler.

fuzz_warnings = $(STRICT)
fuzz_sanitize = -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

define fuzz_engine
fuzz_$(1)_bin = $$(fuzz_harnesses:%=$$(BUILD)/fuzz/$(1)/%)
$(1)_objects = $$(fuzz_sources:%.c=$$(BUILD)/fuzz/$(1)/obj/%.o)

$$($(1)_objects) $$(fuzz_harnesses:%=$$(BUILD)/fuzz/$(1)/obj/fuzz/%.o) $$(BUILD)/fuzz/$(1)/obj/fuzz/mutator.o \
    $$(BUILD)/fuzz/$(1)/obj/fuzz/replay.o: $$(BUILD)/fuzz/$(1)/obj/%.o: %.c
	@mkdir -p $$(@D) $$(BUILD)/dep
	$$(say) CC $$@
	$$(Q)$(2) $$(fuzz_warnings) $$(dependencies) -g $(3) $$(fuzz_includes) $$(jansson_cflags) -c -o $$@ $$<

$$(BUILD)/fuzz/$(1)/parts.a: $$($(1)_objects) fuzz/fuzz.mk
	$$(Q)rm -f $$@
	$$(say) AR $$@
	$$(Q)$$(AR) rcs $$@ $$(filter %.o,$$^)

$$(fuzz_$(1)_bin): $$(BUILD)/fuzz/$(1)/%: $$(BUILD)/fuzz/$(1)/obj/fuzz/%.o $$(BUILD)/fuzz/$(1)/parts.a
	$$(say) LINK $$@
	$$(Q)$(or $(5),$(2) $(3)) $$(fuzz_link) -o $$@ $$(filter %.o,$$^) $$(BUILD)/fuzz/$(1)/parts.a $(4) $$(fuzz_libs)

$$(BUILD)/fuzz/$(1)/cost/%.o: %.c fuzz/cost_hooks.h
	@mkdir -p $$(@D) $$(BUILD)/dep
	$$(say) CC $$@
	$$(Q)$(2) $$(fuzz_warnings) $$(dependencies) -g $(3) $$(fuzz_includes) $$(cost_flags) -c -o $$@ $$<
$$(BUILD)/fuzz/$(1)/fuzz_cost: $$(lib_sources:%.c=$$(BUILD)/fuzz/$(1)/cost/%.o)
endef

afl_clang = AFL_QUIET=1 AFL_LLVM_DENYLIST=$(CURDIR)/fuzz/uninstrumented.txt afl-clang-fast

$(eval $(call fuzz_engine,libfuzzer,clang,-O2 -fsanitize=fuzzer-no-link -fsanitize-coverage-ignorelist=fuzz/uninstrumented.txt $(fuzz_sanitize),-fsanitize=fuzzer))
$(eval $(call fuzz_engine,afl,$(afl_clang),-O2,-fsanitize=fuzzer))
$(eval $(call fuzz_engine,afl-cmplog,AFL_LLVM_CMPLOG=1 $(afl_clang),-O2,-fsanitize=fuzzer))
$(eval $(call fuzz_engine,afl-asan,AFL_USE_ASAN=1 AFL_USE_UBSAN=1 $(afl_clang),-O2,-fsanitize=fuzzer))
$(eval $(call fuzz_engine,coverage,clang,-O1 -fprofile-instr-generate -fcoverage-mapping,))

# Calls that a harness takes over: in fuzz_limits allocations fail, in fuzz_cost basic blocks are counted.
fuzz_everywhere = $(replay)/$(1) $(foreach engine,libfuzzer afl afl-cmplog afl-asan coverage external,$(BUILD)/fuzz/$(engine)/$(1))
$(call fuzz_everywhere,fuzz_limits): fuzz_link = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc
$(call fuzz_everywhere,fuzz_cost): fuzz_link = -Wl,--wrap=__sanitizer_cov_trace_pc

# libFuzzer calls the mutator that it finds linked in; AFL++ loads it as a library.
fuzz_without_mutator := $(shell awk '$$3 == "no" { print $$1 }' fuzz/harnesses.txt)
fuzz_mutated = $(filter-out $(fuzz_without_mutator),$(fuzz_harnesses))
$(fuzz_mutated:%=$(BUILD)/fuzz/libfuzzer/%): $(BUILD)/fuzz/libfuzzer/obj/fuzz/mutator.o
$(fuzz_coverage_bin): $(BUILD)/fuzz/coverage/obj/fuzz/replay.o

# AFL++ takes the mutator as a library, without instrumentation.
fuzz_mutator_sources = fuzz/mutator.c $(wildcard conformance/src/gen*.c) conformance/src/markers.c
$(BUILD)/fuzz/mutator.so: $(fuzz_mutator_sources)
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) LINK $@
	$(Q)$(compile) -fPIC -shared $(fuzz_includes) -o $@ $(fuzz_mutator_sources)

# Engines that are there. What is not is told of, and left out.
fuzz_with_libfuzzer := $(shell command -v clang)
fuzz_with_afl := $(shell command -v afl-clang-fast)
fuzz_engines = $(if $(fuzz_with_libfuzzer),libfuzzer) $(if $(fuzz_with_afl),afl)

# What is called below is built for these alone: HARNESS, or all.
HARNESS =
fuzz_chosen = $(or $(HARNESS),$(fuzz_harnesses))
fuzz_for = $(fuzz_chosen:%=$(BUILD)/fuzz/$(1)/%)
fuzz_bins = $(call fuzz_for,replay) $(foreach engine,$(fuzz_engines),$(call fuzz_for,$(engine))) $(BUILD)/fuzz/mutator.so

# ---- seeds and dictionary, out of the corpus and of the library's tables ----

fuzz_dictionary = $(BUILD)/fuzz/replies.dict
$(fuzz_dictionary): $(BUILD)/fuzz/dictionary
	$(Q)$< >$@.new && mv $@.new $@

# One set serves all harnesses that read the corpus's replies; the stamp of each says that it is there.
fuzz_seeds = $(fuzz_harnesses:%=$(BUILD)/fuzz/seeds/.%)
fuzz_own_seeds := $(shell awk '$$2 == "cases" || $$2 == "generated" { print $$1 }' fuzz/harnesses.txt)
fuzz_seed_parts = fuzz/seeds fuzz/engines.py fuzz/harnesses.txt corpus/MANIFEST.json

$(BUILD)/fuzz/seeds/.fuzz_extract $(fuzz_own_seeds:%=$(BUILD)/fuzz/seeds/.%): $(BUILD)/fuzz/seeds/.%: fuzz/%.c \
    $(fuzz_seed_parts) | $(replay)/% $(if $(fuzz_with_libfuzzer),$(BUILD)/fuzz/libfuzzer/%)
	@mkdir -p $(@D)
	$(say) SEEDS $*
	$(Q)fuzz/seeds --out $(BUILD)/fuzz/seeds/$* --replay $(replay)/$* \
	    $(if $(fuzz_with_libfuzzer),--minimize $(BUILD)/fuzz/libfuzzer/$*) $*
	@touch $@

$(filter-out %/.fuzz_extract $(fuzz_own_seeds:%=$(BUILD)/fuzz/seeds/.%),$(fuzz_seeds)): \
    $(BUILD)/fuzz/seeds/.%: $(BUILD)/fuzz/seeds/.fuzz_extract
	$(say) SEEDS $*
	$(Q)rm -rf $(BUILD)/fuzz/seeds/$* && cp -R $(BUILD)/fuzz/seeds/fuzz_extract $(BUILD)/fuzz/seeds/$*
	@touch $@

# ---- what people call ----

TIME =
FUZZ_JOBS = 2
# seconds: blind generator, all harnesses together; and each harness on an engine
FUZZ_GENERATED = 60
FUZZ_LIBFUZZER = 10
FUZZ_AFL = 5
FUZZ_SEED =
fuzz_chosen_seeds = $(fuzz_chosen:%=$(BUILD)/fuzz/seeds/.%)

.PHONY: fuzz fuzz-ready fuzz-all-ready fuzz-coverage-ready fuzz-seeds fuzz-smoke fuzz-campaign fuzz-min fuzz-coverage \
    fuzz-seed-coverage nightly

help::
	@echo 'make fuzz HARNESS=fuzz_extract TIME=10m   both engines on one harness, or on several'
	@echo 'make fuzz-smoke     every harness, some seconds on each engine; a finding fails (FUZZ_GENERATED, FUZZ_LIBFUZZER, FUZZ_AFL, FUZZ_SEED)'
	@echo 'make fuzz-campaign TIME=2h   all harnesses in turn, and one table of them; goes on where it was'
	@echo 'make fuzz-coverage  what all inputs reach; make fuzz-min: smaller queues; make fuzz-seeds: seeds alone'
	@echo 'make nightly        what takes hours: long fuzz-smoke (TIME=5s: of each part, to try it), sanitizers, platforms, faults, mutate'

fuzz-ready: $(fuzz_bins) $(fuzz_chosen_seeds) $(fuzz_dictionary)
fuzz-all-ready: fuzz-ready $(if $(fuzz_with_afl),$(call fuzz_for,afl-cmplog) $(call fuzz_for,afl-asan))
fuzz-coverage-ready: $(fuzz_chosen_seeds) $(call fuzz_for,coverage)

fuzz-seeds:
	@sh tools/install-deps fuzz
	@$(MAKE) --no-print-directory $(fuzz_chosen_seeds) $(fuzz_dictionary)
	@for h in $(fuzz_chosen); do echo "$$h: $$(ls $(BUILD)/fuzz/seeds/$$h | wc -l) seeds"; done

fuzz-seed-coverage:
	@sh tools/install-deps fuzz
	@$(MAKE) --no-print-directory fuzz-coverage-ready
	fuzz/coverage --build $(BUILD) --seeds $(fuzz_chosen)

fuzz-smoke: fuzz-seed-coverage
	@$(MAKE) --no-print-directory fuzz-ready
	fuzz/smoke --build $(BUILD) --jobs $(FUZZ_JOBS) --generated $(FUZZ_GENERATED) --libfuzzer $(FUZZ_LIBFUZZER) \
	    --afl $(FUZZ_AFL) $(if $(FUZZ_SEED),--seed $(FUZZ_SEED)) $(fuzz_chosen)

fuzz fuzz-campaign:
	@sh tools/install-deps fuzz
	@$(MAKE) --no-print-directory fuzz-all-ready $(if $(filter fuzz-campaign,$@),fuzz-coverage-ready)
	fuzz/campaign --build $(BUILD) --jobs $(FUZZ_JOBS) --time $(or $(TIME),$(if $(filter fuzz,$@),10m,2h)) $(fuzz_chosen)

fuzz-min:
	@sh tools/install-deps fuzz
	@$(MAKE) --no-print-directory $(foreach h,$(fuzz_chosen),$(BUILD)/fuzz/libfuzzer/$(h))
	fuzz/minimize --build $(BUILD) $(if $(INPUT),--input '$(INPUT)') $(fuzz_chosen)

fuzz-coverage:
	@sh tools/install-deps fuzz
	@$(MAKE) --no-print-directory fuzz-coverage-ready
	fuzz/coverage --build $(BUILD) --html $(BUILD)/fuzz/coverage/html $(fuzz_chosen)

nightly::
	@$(MAKE) --no-print-directory fuzz-smoke FUZZ_GENERATED=$(or $(TIME),30m) \
	    FUZZ_LIBFUZZER=$(or $(TIME),10m) FUZZ_AFL=$(or $(TIME),5m)
	@$(MAKE) --no-print-directory fuzz-coverage

include fuzz/proof.mk
