"""Find rules that no test would miss: `python -m benchmarks.mutants pax-renaissance --count 30`.

Places in the rules of a game are drawn at random, and each is changed as the operators of cosmic-ray change code: a
comparison is turned round, a condition negated, a number is one more. The tests of the game run against each change in
a copy of the project, those first that name the changed module most often. A change that no test finds is printed:
either it changes nothing, or a rule has no test. The same seed draws the same changes of the same code.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parents[1]
UNCOPIED = shutil.ignore_patterns(".venv", ".git", "var", "dist", ".*_cache", ".hypothesis")
LEFT_OUT = re.compile(
    r"core/(RemoveDecorator|ExceptionReplacer|Variable\w+"  # these break the program rather than a rule, or need a name
    r"|ReplaceComparisonOperator_(?!Is)\w+_Is(Not)?"  # for small numbers the same as == and !=
    r"|ReplaceBinaryOperator_\w+_(Pow|LShift))"  # for masks these need more memory than there is
)
PYTEST = ("-m", "pytest", "-x", "-q", "-m", "not long", "-p", "no:cacheprovider")
OPERATORS = {name: get_operator(name)() for name in sorted(operator_names()) if not LEFT_OUT.fullmatch(name)}
Position = tuple[int, int]
Outcome = Literal["survived", "found", "out of time"]


class Mutant(NamedTuple):
    """A change of a module (its path in the project): an operator at one of its occurrences there."""

    module: Path
    line: int
    operator: str
    occurrence: int

    def changed(self, source: str) -> str:
        """Return the source of the module with the change."""
        return str(mutate_code(source, OPERATORS[self.operator], self.occurrence))

    def diff(self, source: str) -> str:
        """Return the change for people to read."""
        before, after = source.splitlines(), self.changed(source).splitlines()
        return "\n".join(difflib.unified_diff(before, after, str(self.module), self.operator, lineterm="", n=2))


def undrawn(source: str) -> Iterator[tuple[Position, Position]]:
    """Return where the types of a module stand, and how its classes are made: changes of these change no rule."""
    for node in ast.walk(ast.parse(source)):
        made = [each.value for each in node.keywords] if isinstance(node, ast.ClassDef) else []
        for each in (getattr(node, "annotation", None), getattr(node, "returns", None), *made):
            if isinstance(each, ast.expr):
                yield (each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0)


def places(module: Path, source: str) -> list[list[Mutant]]:
    """Return the places of a module that can be changed, with the changes."""
    spared, nodes = list(undrawn(source)), list(ast_nodes(get_ast(source)))
    found: dict[tuple[Position, Position], list[Mutant]] = defaultdict(list)
    for name, operator in OPERATORS.items():
        for number, (start, end) in enumerate(each for node in nodes for each in operator.mutation_positions(node)):
            if not any(first <= start and end <= last for first, last in spared):
                found[start, end].append(Mutant(module, start[0], name, number))
    return [found[position] for position in sorted(found)]


def drawn(root: Path, modules: Sequence[Path], count: int, seed: int) -> list[Mutant]:
    """Draw `count` mutants of modules, each at another place.

    There are fewer if there are not so many places.
    """
    random, found = Random(seed), list[Mutant]()
    sizes = {each: (root / each).stat().st_size for each in sorted(modules)}
    left: dict[Path, list[list[Mutant]]] = {}
    while len(found) < count and any(sizes.values()):
        (module,) = random.choices([*sizes], [*sizes.values()])
        if module not in left:
            left[module] = places(module, (root / module).read_text(encoding="utf-8"))
        if left[module]:
            found.append(random.choice(left[module].pop(random.randrange(len(left[module])))))
        else:
            sizes[module] = 0
    return found


class Trial:
    """A copy of a project whose tests run against one mutant after the other."""

    def __init__(self, root: Path, copy: Path, tests: Path) -> None:
        self.copy, self.patience, self._written = copy, 3600.0, 0
        shutil.copytree(root, copy, ignore=UNCOPIED, symlinks=True)
        self.tests = {each: each.read_text(encoding="utf-8") for each in sorted((copy / tests).rglob("test_*.py"))}

    def run(self, module: Path | None = None) -> Outcome:
        """Run the tests, those first that name this module most often.

        Raises:
            RuntimeError: There are no tests.
        """
        named = re.compile(rf"\b{module.stem if module else ''}\b")
        order = sorted(self.tests, key=lambda each: -len(named.findall(self.tests[each])) if module else 0)
        call = [sys.executable, *PYTEST, *map(str, order)]
        env, quiet = {**os.environ, "PYTHONPATH": str(self.copy)}, subprocess.DEVNULL
        try:
            code = subprocess.run(
                call, cwd=self.copy, env=env, stdout=quiet, stderr=quiet, timeout=self.patience
            ).returncode
        except subprocess.TimeoutExpired:
            return "out of time"
        if code == 5:
            raise RuntimeError("no tests")
        return "found" if code else "survived"

    def tried(self, mutant: Mutant) -> Outcome:
        """Return what the tests find of a mutant. A change that breaks the program is found."""
        path = self.copy / mutant.module
        source = path.read_text(encoding="utf-8")
        self._write(path, mutant.changed(source))
        try:
            return self.run(mutant.module)
        finally:
            self._write(path, source)

    def _write(self, path: Path, source: str) -> None:
        """Write a module, at a time of its own: else what was compiled of another mutant might be taken."""
        path.write_text(source, encoding="utf-8")
        self._written += 1
        os.utime(path, (self._written, self._written))


def main() -> None:
    """Try mutants of a game, and print those that survive."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="as in `make simulate`, like pax-renaissance")
    for name, default in (("--count", 30), ("--seed", 1)):
        parser.add_argument(name, type=int, default=default)
    asked = parser.parse_args()
    game, outcomes, began = asked.game.replace("-", "_"), Counter[Outcome](), time.monotonic()
    rules = [each.relative_to(ROOT) for each in (ROOT / "adjudicator/games" / game / "rules").rglob("*.py")]
    mutants = drawn(ROOT, rules, asked.count, asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(ROOT, Path(folder) / "copy", Path("tests/games") / game)
        if not mutants or trial.run() != "survived":
            sys.exit(f"{asked.game}: no rules, or its tests fail without a change")
        trial.patience = 60 + 3 * (time.monotonic() - began)
        print(f"the tests pass in {time.monotonic() - began:.0f} s", flush=True)
        for mutant in mutants:
            began, outcome = time.monotonic(), trial.tried(mutant)
            outcomes[outcome] += 1
            print(f"{outcome:11} {mutant.module}:{mutant.line} {mutant.operator} ({time.monotonic() - began:.0f} s)")
            if outcome == "survived":
                print(mutant.diff((trial.copy / mutant.module).read_text(encoding="utf-8")))
            sys.stdout.flush()
    print(f"of {len(mutants)} mutants", ", ".join(f"{n} {outcome}" for outcome, n in outcomes.items()))


if __name__ == "__main__":
    main()
