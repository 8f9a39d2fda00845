"""A command for every claim about speed or accuracy."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
