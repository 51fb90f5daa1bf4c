# What tests reach: included by the Makefile, whose variables it uses. tools/README.md tells of it.

COVERAGE_CLANG = clang-19

.PHONY: coverage coverage-library coverage-runner coverage-library-run coverage-runner-run

help::
	@echo 'make coverage   what tests and corpus reach: of the library everything, of the runner 95 % of the lines; a miss fails'
	@echo '                coverage-library and coverage-runner are its halves; $(BUILD)/coverage/html'

# All is built anew, and run there. Of the runner's processes many end by a signal or as another program,
# so its counts go to the file as they are made (%c), and not at the end.
coverage = $(BUILD)/coverage
coverage_flags = -O1 -g -fprofile-instr-generate -fcoverage-mapping
coverage_library_flags = $(coverage_flags) -fcoverage-mcdc
coverage_runner_flags = $(coverage_flags) -mllvm -runtime-counter-relocation -Wno-unused-command-line-argument
coverage_read = tools/coverage --clang $(COVERAGE_CLANG) --html $(coverage)/html

coverage: coverage-library coverage-runner

coverage-library: $(bin)/jets
	@sh tools/install-deps coverage
	@$(MAKE) --no-print-directory CC='sh tools/coverage-clang.sh $(COVERAGE_CLANG)' \
	    BUILD=$(coverage)/library CFLAGS='$(coverage_library_flags)' WERROR=-Werror \
	    RUNNER=$(abspath $(bin)/jets) coverage-library-run
	@$(coverage_read)/library --except tools/coverage.txt $(coverage)/library/lib/$(shared_link) reference/src \
	    $(coverage)/library/profiles

coverage-runner:
	@sh tools/install-deps coverage
	@$(MAKE) --no-print-directory CC=$(COVERAGE_CLANG) BUILD=$(coverage)/runner CFLAGS='$(coverage_runner_flags)' \
	    coverage-runner-run
	@$(coverage_read)/runner --lines 95 $(coverage)/runner/bin/jets conformance/src $(coverage)/runner/profiles

# What runs leaves its counts in files that it shares with others: %m names them by the program.
counting = @JETS_BUILD=$(BUILD) LLVM_PROFILE_FILE=$(abspath $(BUILD))/profiles

# Those tests of the library that run what is built here, and the corpus.
coverage-library-run: $(lib_tests) $(BUILD)/tests/same_paths $(bin)/jets-extract $(lib)/$(shared_link)
	@rm -rf $(BUILD)/profiles
	$(counting)/%4m.profraw tools/run-tests -j 2 $(lib_tests) $(patsubst %,reference/tests/%.sh,extract-cli spec stream)
	$(counting)/%4m.profraw sh -c 'find corpus/cases -name "*.reply" -print0 | xargs -0 $(BUILD)/tests/same_paths >&2'
	$(counting)/%4m.profraw $(RUNNER) run -o $(BUILD)/corpus.txt -- $(bin)/jets-extract

# The runner's tests, and those of its commands that tools/tests has.
coverage-runner-run: programs $(jets_tests)
	@rm -rf $(BUILD)/profiles
	$(counting)/%c%m.profraw tools/run-tests -j 2 -t 900 $(jets_tests) $(wildcard conformance/tests/*.sh) \
	    $(patsubst %,tools/tests/%.sh,fuzz shrink campaigns)
