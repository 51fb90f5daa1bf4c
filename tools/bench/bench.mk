# What is measured: included by the Makefile, whose variables it uses.

.PHONY: bench

help::
	@echo 'make bench      what the runner costs, as ratios within one run'

bench: programs
	JETS_BUILD=$(BUILD) tools/bench/runner.sh
