# Real extractors under test: included by the Makefile, whose variables it uses.

.PHONY: peers matrix

help::
	@echo 'make peers      installs the packages of conformance/adapters into build/peers (5 to 30 minutes, 1.4 GB)'
	@echo 'make matrix     the corpus on all that are installed; writes conformance/results (10 to 40 minutes)'

# They stay where their implementation files look for them, whatever BUILD is.
peers:
	tools/peers

matrix: programs
	tools/matrix --build $(BUILD)
