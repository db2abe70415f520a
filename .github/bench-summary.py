#!/usr/bin/env python3
# Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
# SPDX-License-Identifier: Apache-2.0
"""Joins the results of several machines: for each system and query the range of the ratios.

usage: bench-summary.py DIRECTORY, which holds files named SYSTEM.MACHINE.json as bin/bench writes them.
A query that got no number on some machine (its answers differed) is shown as such, never left out.
"""
import json
import pathlib
import sys


def main(directory):
    ratios = {}  # (system, section, query, subject, peer) -> ratio of each machine
    refusals = {}  # (system, section, query) -> reasons
    machines = {}  # system -> number of result files
    for file in sorted(pathlib.Path(directory).glob("**/*.json")):
        system = file.name.rsplit(".", 2)[0]
        machines[system] = machines.get(system, 0) + 1
        for section in json.loads(file.read_text(encoding="utf-8"))["sections"]:
            for query in section["queries"]:
                place = (system, section["title"], query["name"])
                if "noNumberBecause" in query:
                    refusals.setdefault(place, []).append(query["noNumberBecause"])
                for r in query["ratios"]:
                    ratios.setdefault(place + (r["subject"], r["peer"]), []).append(r["ratio"])
    if not machines:
        sys.exit("no results in " + directory)

    print("# Taxi benchmark: peer's time / Eider's time, range over machines\n")
    for system, count in sorted(machines.items()):
        print(f"## {system} ({count} machines)\n")
        print("| section | query | engine | peer | ratio | spread | machines |")
        print("|---|---|---|---|---|---|---|")
        for (sys_, section, query, subject, peer), values in ratios.items():
            if sys_ == system:
                low, high = min(values), max(values)
                spread = f"{(high / low - 1) * 100:.0f} %" if low > 0 else "?"
                print(f"| {section} | {query} | {subject} | {peer} | {low:.2f}-{high:.2f}x | {spread} | {len(values)} |")
        for (sys_, section, query), reasons in refusals.items():
            if sys_ == system:
                print(f"| {section} | {query} | | | no number | {reasons[0]} | {len(reasons)} |")
        print()


if __name__ == "__main__":
    main(sys.argv[1])
