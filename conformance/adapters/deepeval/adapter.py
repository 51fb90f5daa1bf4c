"""deepeval: what its metrics read verdicts with."""

from deepeval.metrics.utils import trimAndLoadJson

from stream import serve

serve(trimAndLoadJson)
