"""Runs a program and prints its status, what it complained about, and its largest resident size in MiB as JSON."""
import json
import resource
import subprocess
import sys

ending = subprocess.run(sys.argv[1:], capture_output=True, text=True)
largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
print(json.dumps({"status": ending.returncode, "errors": ending.stderr, "output": ending.stdout, "largest": largest}))
