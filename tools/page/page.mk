# The page of results: included by the Makefile, whose variables it uses.

.PHONY: page

help::
	@echo 'make page       the results of the adapters as one HTML file, $(BUILD)/page/index.html'

page: $(bin)/jets-extract
	tools/page/build --build $(BUILD)
