#!/bin/bash -eu
# ClusterFuzzLite starts this in the root of the tree.
exec bash fuzz/oss-fuzz/build.sh
