"""``python -m alfiere.server``."""

import sys

from alfiere.server.serving import main

if __name__ == "__main__":
    sys.exit(main())
