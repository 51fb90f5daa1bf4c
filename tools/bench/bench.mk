# What is measured: included by the Makefile, whose variables it uses. tools/bench/README.md tells of it.

.PHONY: bench bench-library bench-runner bench-growth bench-accept counted

help::
	@echo 'make bench      the library beside other programs, and what the runner costs: ratios within one run'
	@echo '                BENCH_ALL=1 with gcc and clang; YYJSON=DIR with yyjson, whose source is there'
	@echo 'make bench-growth   instructions at n and 2n for every family of hostile replies'
	@echo 'make bench-accept   take the instruction counts of now for right (tools/bench/instructions.txt)'

bench_dir = $(BUILD)/bench
BENCH_ROUNDS = 31

# The builds of the library that are compared: the compiler, and which of its paths is left. A name says
# both, and the first is the one that ratios are of. sse2 is what a processor without AVX2 takes.
ifdef BENCH_ALL
bench_compilers = gcc clang
else
bench_compilers = $(CC)
endif
bench_paths = -portable $(if $(filter x86_64,$(shell uname -m)),-sse2)
bench_libraries = $(foreach cc,$(bench_compilers),libjets-$(cc) $(bench_paths:%=libjets-$(cc)%))
bench_path_flags = $(if $(findstring portable,$1),-DJETS_PORTABLE)$(if $(findstring sse2,$1),-D__builtin_cpu_supports\(name\)=0)
bench_shared = $(bench_libraries:%=$(bench_dir)/%/lib/$(shared_link))

# Always asked again, since only the make inside knows whether something changed.
.PHONY: $(bench_shared)
$(bench_shared): $(bench_dir)/%/lib/$(shared_link):
	@$(MAKE) --no-print-directory BUILD=$(bench_dir)/$* CC=$(word 2,$(subst -, ,$*)) \
	    CPPFLAGS="$(call bench_path_flags,$*)" $@

ifdef YYJSON
bench_yyjson = $(bench_dir)/yyjson.o
bench_yyjson_flags = -DJETS_BENCH_YYJSON -isystem $(YYJSON)
endif
bench_replies = $(patsubst %,tools/bench/%.c,fixed families text)
bench_sources = $(patsubst %,tools/bench/%.c,bench library painted peer floors classics parsers) $(bench_replies)
bench_libs = $(cjson_libs) $(shell $(PKG_CONFIG) --libs jansson 2>/dev/null) \
    $(shell $(PKG_CONFIG) --libs simdjson 2>/dev/null) -lstdc++ -ldl -lpthread

$(bench_dir)/yyjson.o: $(YYJSON)/yyjson.c
	@mkdir -p $(@D)
	$(say) CC $@
	$(Q)$(CC) -O2 -g -c -o $@ $<

$(bench_dir)/simdjson.o: tools/bench/simdjson.cc tools/bench/contestant.h tools/bench/replies.h
	@mkdir -p $(@D)
	$(say) CXX $@
	$(Q)$(CXX) -std=c++17 -Wall -Wextra -O2 -g -c -o $@ $<

# Linked anew each time: whether yyjson takes part is no matter of dates.
.PHONY: $(bench_dir)/bench
$(bench_dir)/bench: $(bench_sources) $(bench_dir)/simdjson.o $(bench_yyjson)
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -Ireference/include $(cjson_cflags) $(bench_yyjson_flags) -o $@ \
	    $(bench_sources) $(bench_dir)/simdjson.o $(bench_yyjson) $(bench_libs)

# Bound at once: a first call that looks for its function would be counted.
$(bench_dir)/count: tools/bench/count.c $(bench_replies) $(lib)/libjets.a
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -Wl,-z,now -Ireference/include -o $@ $< $(bench_replies) $(lib)/libjets.a

# Bound at once here too: looking a function up takes more stack than the library does.
$(bench_dir)/stack: tools/bench/stack.c tools/bench/painted.c $(bench_replies) $(lib)/libjets.a
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -Wl,-z,now -Ireference/include -o $@ $(filter %.c,$^) $(lib)/libjets.a -lpthread

# What the tests count the instructions of: as it is built, and both paths built with flags of their own,
# so that the figures of instructions.txt can be met.
counted_paths = $(foreach kind,portable vector,$(bench_dir)/counted-$(kind)/bench/count)
counted: $(bench_dir)/count $(bench_dir)/stack $(counted_paths)

.PHONY: $(counted_paths)
$(counted_paths): $(bench_dir)/counted-%/bench/count:
	@$(MAKE) --no-print-directory BUILD=$(bench_dir)/counted-$* CFLAGS='-O2 -g' LDFLAGS= \
	    CPPFLAGS='$(call bench_path_flags,$*)' $@

bench:
	@sh tools/install-deps bench
	@$(MAKE) --no-print-directory bench-library
	@$(MAKE) --no-print-directory bench-runner

bench-library: $(bench_dir)/bench $(bench_shared)
	tools/bench/compare --rounds $(BENCH_ROUNDS) --out $(bench_dir) $(bench_dir)/bench \
	    $(foreach name,$(bench_libraries),$(name)=$(bench_dir)/$(name)/lib/$(shared_link))

bench-runner: programs
	JETS_BUILD=$(BUILD) tools/bench/runner.sh

bench-growth: $(bench_dir)/counted-portable/bench/count $(bench_dir)/counted-vector/bench/count
	@for kind in portable vector; do \
	    echo "$$kind:"; tools/bench/instructions growth --kind $$kind $(bench_dir)/counted-$$kind/bench/count \
	        || status=1; \
	done; exit $${status:-0}

# Built anew: what stands there may be another compiler's, and its counts would get this one's name.
bench-accept:
	rm -rf $(bench_dir)/counted-portable $(bench_dir)/counted-vector
	@$(MAKE) --no-print-directory counted
	for kind in portable vector; do \
	    tools/bench/instructions accept $(bench_dir)/counted-$$kind/bench/count $$kind '$(CC)' || exit 1; \
	done
