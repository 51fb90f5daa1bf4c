# JETS, the JSON Extraction Test Suite. `make help` lists the targets.
#
# Honours CC, CPPFLAGS, CFLAGS, LDFLAGS, PREFIX, LIBDIR, DESTDIR, and V=1. Everything that is built lands in BUILD.

BUILD = build
CFLAGS = -O2 -g
WERROR =
PREFIX = /usr/local
LIBDIR = $(PREFIX)/lib
PKG_CONFIG = pkg-config

VERSION := $(shell sed -n 's/^\#define JETS_VERSION "\(.*\)"/\1/p' reference/include/jets.h)
SOVERSION = 0

# JETS_PORTABLE=1 leaves out the vector instructions (reference/src/vector.c); use it with a BUILD of its own.
JETS_PORTABLE =

# What every compilation gets, whatever CFLAGS says.
STRICT = -std=c11 -Wall -Wextra -Wpedantic -Wconversion -Wshadow $(WERROR)
dependencies = -MMD -MP -MF $(BUILD)/dep/$(subst /,_,$@).d
compile = $(CC) $(STRICT) $(dependencies) $(CPPFLAGS) $(CFLAGS)

comma = ,

# One short line a step; V=1 shows the commands.
ifeq ($(V),1)
Q =
say = @:
else
Q = @
say = @echo ' '
endif

bin = $(BUILD)/bin
lib = $(BUILD)/lib
lib_sources := $(wildcard reference/src/*.c)
cli_sources := $(wildcard reference/cli/*.c)
jets_sources := $(wildcard conformance/src/*.c)
lib_objects = $(lib_sources:%.c=$(BUILD)/obj/%.o)
cli_objects = $(cli_sources:%.c=$(BUILD)/obj/%.o)
jets_objects = $(jets_sources:%.c=$(BUILD)/obj/%.o)
testees = $(patsubst conformance/testees/%.c,$(BUILD)/testees/%,$(wildcard conformance/testees/*.c conformance/testees/base/*.c))
lib_tests = $(patsubst reference/tests/%.c,$(BUILD)/tests/reference-%,$(wildcard reference/tests/test_*.c))
jets_tests = $(patsubst conformance/tests/%.c,$(BUILD)/tests/conformance-%,$(wildcard conformance/tests/test_*.c))
shell_tests := $(wildcard reference/tests/*.sh conformance/tests/*.sh fuzz/tests/*.sh)
tool_tests := $(wildcard tools/tests/*.sh)

cjson_cflags = $(shell $(PKG_CONFIG) --cflags libcjson)
cjson_libs = $(shell $(PKG_CONFIG) --libs libcjson)
zlib_cflags = $(shell $(PKG_CONFIG) --cflags zlib)
zlib_libs = $(shell $(PKG_CONFIG) --libs zlib)
cmocka_cflags = $(shell $(PKG_CONFIG) --cflags cmocka)
cmocka_libs = $(shell $(PKG_CONFIG) --libs cmocka)

ifeq ($(shell uname -s),Darwin)
shared_library = libjets.$(SOVERSION).dylib
shared_link = libjets.dylib
shared_flags = -dynamiclib -install_name $(LIBDIR)/$(shared_library)
else
shared_library = libjets.so.$(SOVERSION)
shared_link = libjets.so
shared_flags = -shared -Wl,-soname,$(shared_library)
endif

.PHONY: all programs tests run check check-one check-portable discrimination export lint format wasm install uninstall mutate platforms sanitizers dist distcheck deb release clean help
.DELETE_ON_ERROR:

all: programs

help::
	@echo 'make            build everything into $(BUILD)/'
	@echo '                JETS_PORTABLE=1 leaves out vector instructions (give it a BUILD of its own)'
	@echo 'make run        install what is missing, build, and put the reference under test'
	@echo 'make check      install what is missing, and run every test, sanitized, with gcc and clang'
	@echo 'make lint       clang-format, clang-tidy, cppcheck, shellcheck and more; a finding fails'
	@echo 'make discrimination  whether the corpus tells wrong programs from right ones'
	@echo 'make export     the corpus as JSON Lines and plain files, for other test frameworks'
	@echo 'make mutate     changes the library in one small way at a time, and tells what no test sees; an hour'
	@echo 'make sanitizers the tests under MemorySanitizer, checks of integers, and valgrind'
	@echo 'make platforms  the library on 32 bits, big-endian and 64-bit ARM, by qemu'
	@echo 'make format     format the C sources'
	@echo 'make install    into PREFIX ($(PREFIX)); honours DESTDIR and LIBDIR; make uninstall removes it'
	@echo 'make wasm       the library for WebAssembly, $(BUILD)/wasm/jets.wasm'
	@echo 'make dist       the archive of this version, the same to the byte each time; make distcheck tests it unpacked'
	@echo 'make deb        Debian packages of this version, in $(BUILD)/deb; tools/deb --try installs and uses them'
	@echo 'make release    checks all that a version promises, and makes what is published of it'
	@echo 'make clean      remove $(BUILD)/'

# What belongs to one folder alone stands there.
include fuzz/fuzz.mk tools/bench/bench.mk tools/page/page.mk tools/coverage.mk tools/faults/faults.mk conformance/adapters/adapters.mk

programs: $(bin)/jets $(bin)/jets-extract $(lib)/libjets.a $(lib)/$(shared_link) $(testees)

tests: $(lib_tests) $(jets_tests) $(fuzzers) $(BUILD)/tests/same_paths

# ---- building ----

$(lib_objects): $(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(if $(JETS_PORTABLE),-DJETS_PORTABLE) -fPIC -fvisibility=hidden -Ireference/include -c -o $@ $<

$(cli_objects): $(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) -Ireference/include -c -o $@ $<

$(jets_objects): $(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(cjson_cflags) $(zlib_cflags) -c -o $@ $<

$(lib)/libjets.a: $(lib_objects)
	@mkdir -p $(@D)
	$(Q)rm -f $@
	$(say) AR $@
	$(Q)$(AR) rcs $@ $(lib_objects)

$(lib)/$(shared_library): $(lib_objects)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(shared_flags) -o $@ $(lib_objects)

$(lib)/$(shared_link): $(lib)/$(shared_library)
	$(Q)ln -sf $(shared_library) $@

# For WebAssembly, by clang with wasm-ld and wasi-libc; it imports nothing. CC builds for this machine, so it is not asked.
wasm: $(BUILD)/wasm/jets.wasm
$(BUILD)/wasm/jets.wasm: $(lib_sources) $(wildcard reference/src/*.h) reference/include/jets.h reference/exports.txt
	@mkdir -p $(@D)
	$(say) WASM $@
	$(Q)clang --target=wasm32-wasi -mexec-model=reactor $(STRICT) -O2 -Ireference/include -Wl,--strip-all -o $@ \
	    $(patsubst %,-Wl$(comma)--export=%,malloc free $(shell sed '/^\#/d' reference/exports.txt)) $(lib_sources)

$(bin)/jets-extract: $(cli_objects) $(lib)/libjets.a
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(cli_objects) $(lib)/libjets.a

$(bin)/jets: $(jets_objects)
	@mkdir -p $(@D)
	$(say) LINK $@
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(jets_objects) $(cjson_libs) $(zlib_libs)

$(testees): $(BUILD)/testees/%: conformance/testees/%.c
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -o $@ $<

$(lib_tests): $(BUILD)/tests/reference-%: reference/tests/%.c $(lib)/libjets.a
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -Ireference/include -Ireference/src $(cmocka_cflags) -o $@ $< $(lib)/libjets.a $(cmocka_libs)

# A program that paths.sh runs.
$(BUILD)/tests/same_paths: reference/tests/same_paths.c $(lib)/libjets.a
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -Ireference/include -Ireference/src -o $@ $< $(lib)/libjets.a

$(jets_tests): $(BUILD)/tests/conformance-%: conformance/tests/%.c $(filter-out %/main.o,$(jets_objects))
	@mkdir -p $(@D) $(BUILD)/dep
	$(say) CC $@
	$(Q)$(compile) $(LDFLAGS) -Iconformance/src $(cjson_cflags) $(cmocka_cflags) -o $@ $< \
	    $(filter-out %/main.o,$(jets_objects)) $(cjson_libs) $(zlib_libs) $(cmocka_libs)

# ---- running ----

run:
	@sh tools/install-deps build
	@$(MAKE) --no-print-directory programs
	$(bin)/jets run -- $(bin)/jets-extract

# Sanitized, once with each compiler that is there, warnings as errors; then the tests of the tools, which
# need no sanitizer. With the second compiler the runner is tested by its unit tests alone: its scripts try
# the same program from outside.
check_flags = -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
check:
	@sh tools/install-deps check
	@sh tools/install-deps arm || echo 'make check: the tests on 64-bit ARM will be skipped'
	@sh tools/install-deps wasm || echo 'make check: the example in WebAssembly will be skipped'
	@sh tools/install-deps page || echo 'make check: the page of results will not be tried in a browser'
	@$(MAKE) --no-print-directory programs counted WERROR=-Werror
	@$(MAKE) --no-print-directory injectors || echo 'make check: what fails in turn needs glibc, and headers of Linux; its test will be skipped'
	@scripts='$(shell_tests)'; \
	for cc in gcc clang; do \
	    command -v $$cc >/dev/null || { echo "make check: no $$cc here; its half is left out"; continue; }; \
	    $(MAKE) --no-print-directory check-one BUILD=$(BUILD)/check-$$cc CC=$$cc CFLAGS='$(check_flags)' \
	        WERROR=-Werror shell_tests="$$scripts" || exit 1; \
	    scripts='$(filter-out conformance/%,$(shell_tests))'; \
	done
	$(MAKE) --no-print-directory check-portable BUILD=$(BUILD)/check-portable RUNNER=$(bin)/jets JETS_PORTABLE=1 \
	    CFLAGS='$(check_flags)' WERROR=-Werror
	JETS_BUILD=$(BUILD) tools/run-tests -j 2 -t 900 $(tool_tests)

# RUNNER: a jets that was built already; the portable build changes the library alone.
check-portable: $(bin)/jets-extract $(lib_tests)
	JETS_BUILD=$(BUILD) tools/run-tests -j 2 $(lib_tests)
	$(RUNNER) run -- $(bin)/jets-extract >/dev/null

check-one: programs tests
	JETS_BUILD=$(BUILD) tools/run-tests -j 2 $(lib_tests) $(jets_tests) $(shell_tests)

discrimination: programs
	tools/discrimination --build $(BUILD)

mutate:
	@sh tools/install-deps check
	tools/mutate --build $(BUILD)

sanitizers:
	@sh tools/install-deps check
	tools/sanitizers --build $(BUILD)

platforms:
	@sh tools/install-deps cross arm check
	tools/platforms --build $(BUILD)

nightly:: sanitizers platforms faults mutate

export:
	tools/export --out $(BUILD)/export

lint:
	@sh tools/install-deps lint
	tools/lint

format:
	tools/lint --fix

# ---- installing ----

share = $(DESTDIR)$(PREFIX)/share
bash_completions = $(share)/bash-completion/completions
zsh_completions = $(share)/zsh/site-functions
fish_completions = $(share)/fish/vendor_completions.d

# What the manual pages point to.
documents = conformance/CONTRACT.md conformance/SPEC.md

# Writes what other build systems read.
fill = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@LIBDIR_BELOW@|$(LIBDIR:$(PREFIX)/%=%)|' \
    -e 's|@VERSION@|$(VERSION)|' -e 's|@SHARED@|$(shared_library)|'

man_pages = $(wildcard reference/man/*.[1357] conformance/man/*.[1357])
man_sections = 1 3 5 7
cmake_folder = $(DESTDIR)$(LIBDIR)/cmake/libjets

# What is written here, and not copied by install, is for everybody to read whatever the umask.
install: programs
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(LIBDIR)/pkgconfig $(cmake_folder) \
	    $(man_sections:%=$(share)/man/man%) $(share)/jets $(share)/doc/jets \
	    $(bash_completions) $(zsh_completions) $(fish_completions)
	install -m 755 $(bin)/jets $(bin)/jets-extract $(DESTDIR)$(PREFIX)/bin
	install -m 644 reference/include/jets.h $(DESTDIR)$(PREFIX)/include
	install -m 644 $(lib)/libjets.a $(DESTDIR)$(LIBDIR)
	install -m 755 $(lib)/$(shared_library) $(DESTDIR)$(LIBDIR)
	ln -sf $(shared_library) $(DESTDIR)$(LIBDIR)/$(shared_link)
	umask 022; \
	    $(fill) reference/libjets.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/libjets.pc && \
	    $(fill) reference/libjets-config.cmake.in >$(cmake_folder)/libjets-config.cmake && \
	    $(fill) reference/libjets-config-version.cmake.in >$(cmake_folder)/libjets-config-version.cmake && \
	    $(bin)/jets completion bash >$(bash_completions)/jets && \
	    $(bin)/jets completion zsh >$(zsh_completions)/_jets && \
	    $(bin)/jets completion fish >$(fish_completions)/jets.fish
	$(foreach section,$(man_sections),install -m 644 $(filter %.$(section),$(man_pages)) $(share)/man/man$(section) &&) :
	rm -rf $(share)/jets/corpus
	cp -R corpus $(share)/jets/corpus
	chmod -R a+rX,u+w $(share)/jets/corpus
	install -m 644 $(documents) LICENSE $(share)/doc/jets

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/jets $(DESTDIR)$(PREFIX)/bin/jets-extract $(DESTDIR)$(PREFIX)/include/jets.h \
	    $(DESTDIR)$(LIBDIR)/libjets.a $(DESTDIR)$(LIBDIR)/$(shared_library) $(DESTDIR)$(LIBDIR)/$(shared_link) \
	    $(DESTDIR)$(LIBDIR)/pkgconfig/libjets.pc \
	    $(foreach page,$(man_pages),$(share)/man/man$(subst .,,$(suffix $(page)))/$(notdir $(page))) \
	    $(bash_completions)/jets $(zsh_completions)/_jets $(fish_completions)/jets.fish
	rm -rf $(share)/jets $(share)/doc/jets $(cmake_folder)

# ---- handing on ----

dist:
	tools/dist --out $(BUILD)/dist

# What somebody gets who unpacks it: every test, in the unpacked tree.
distcheck: dist
	rm -rf $(BUILD)/dist/jets-$(VERSION)
	tar -xzf $(BUILD)/dist/jets-$(VERSION).tar.gz -C $(BUILD)/dist
	$(MAKE) -C $(BUILD)/dist/jets-$(VERSION) check BUILD=build
	rm -rf $(BUILD)/dist/jets-$(VERSION)

deb:
	@sh tools/install-deps deb
	tools/deb --out $(BUILD)/deb

release:
	@sh tools/install-deps all arm wasm page deb cross
	tools/release

clean:
	rm -rf $(BUILD)

-include $(wildcard $(BUILD)/dep/*.d)
