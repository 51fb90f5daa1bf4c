"""Runs an adapter in Python: puts its installed package and stream.py on the path, then calls it.

    python -I -S run.py FOLDER/adapter.py [WORD]...

FOLDER names the package too: tools/peers has put it into build/peers/FOLDER. (Before it is there, the
variable JETS_PACKAGE says where it is.) With -I and -S nothing
else that is installed on the machine can be imported.
"""

import os
import runpy
import sys

here = os.path.dirname(os.path.abspath(__file__))
adapter = os.path.abspath(sys.argv[1])
package = os.path.join(here, "../../../build/peers", os.path.basename(os.path.dirname(adapter)))
sys.path[:0] = [here, os.path.join(os.environ.get("JETS_PACKAGE", package), "lib")]
sys.argv = [adapter] + sys.argv[2:]
runpy.run_path(adapter, run_name="__main__")
