"""Prints what the model says of a configuration: how many states, and whether an identifier came onto two chips."""
import json
import sys

from grants import explore

_, states, found = explore(**json.loads(sys.argv[1]))
print(json.dumps({"states": states, "double": found is not None}))
