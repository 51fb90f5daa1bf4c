"""One tool's functions for another: tools have no suffix, so that import does not find them."""

import importlib.machinery
import importlib.util
import sys
from pathlib import Path

TOOLS = Path(__file__).resolve().parent


def sibling(name):
    """tools/<name> as a module, which is not run."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader(name, str(TOOLS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module
