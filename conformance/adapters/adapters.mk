# Real extractors under test: included by the Makefile, whose variables it uses.

.PHONY: peers matrix

help::
	@echo 'make peers      installs the packages of conformance/adapters into build/peers (5 to 30 minutes, 1.6 GB)'
	@echo 'make matrix     the corpus on all that are installed; writes conformance/results and the page (60 to 80 minutes)'
	@echo '                goes on where it was interrupted; tools/matrix --again runs all anew'

# They stay where their implementation files look for them, whatever BUILD is.
peers:
	tools/peers

# A package that could not be run is reported; the page has the others.
matrix: programs
	@status=0; tools/matrix --build $(BUILD) || status=$$?; tools/page/build --build $(BUILD) && exit $$status
