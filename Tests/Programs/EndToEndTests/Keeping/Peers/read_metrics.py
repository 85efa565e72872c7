"""Reads figures as Prometheus does, and prints each sample as `name{label=value}`: value in one JSON object."""

import json
import sys

from prometheus_client.parser import text_string_to_metric_families

samples = {}
for family in text_string_to_metric_families(open(sys.argv[1]).read()):
    if not family.documentation or family.type == "unknown":
        sys.exit(f"{family.name} has no help or no type")
    for sample in family.samples:
        labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
        key = f"{sample.name}{{{labels}}}"
        if key in samples:
            sys.exit(f"{key} is there twice")
        samples[key] = sample.value
json.dump(samples, sys.stdout)
