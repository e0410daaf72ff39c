"""What the table was to reach: where it began, where it is, and the goal, in one table.

``python -m bench.goals`` reads the other sections of docs/bench.md and writes its own.
"""

from __future__ import annotations

from pathlib import Path

from soak.sections import put_section, section_of

REPORT = Path("docs/bench.md")
TITLE = "Goals"
DUEL = ["cappa/duello"]
WITH_SQUADS = tuple(f"cappa/{name}" for name in ("terheyden", "lens", "retroguardia", "antoine", "dunkerque", "foats"))


def told(report: Path) -> list[str]:
    """The figures of a report beside what they were before the table was made faster, and what they should be."""
    battles = _rows(report.read_text(encoding="utf-8").partition("\n## ")[0])
    grown, parade, brigades, lines, thinking, compiled = (
        _rows(section_of(report, title))
        for title in (
            "Skirmishes that grow",
            "Units in formation",
            "Brigades that grow",
            "Lines that grow",
            "Thinking",
            "Compiled rules",
        )
    )
    heap = [row for row in grown if row[:2] == ["80", "in a heap"]]
    rows = [
        ("duel, decisions/s", "3,500", _span(battles, DUEL, 1), _span(compiled, DUEL, 2), "8,000"),
        (
            "skirmishes with squads, decisions/s",
            "109 to 422",
            _span(battles, WITH_SQUADS, 1),
            _span(compiled, WITH_SQUADS, 2),
            "1,500",
        ),
        ("80 in a heap, decisions/s", "21 to 34", _span(heap, ["80"], 3), _span(compiled, ["80 in a heap"], 2), "300"),
        ("60 rectangles a side, decisions/s", "", _span(parade, ["120"], 2), "", "1,500"),
        ("Risorgimento, 60 units a side, decisions/s", "", _span(brigades, ["60"], 1), "", "1,500"),
        ("Era dei Lumi, 40 bases a side, decisions/s", "", _span(lines, ["40"], 1), "", "1,500"),
        (
            "replay of skirmishes with squads, decisions/s",
            "650 to 1,350",
            _span(battles, WITH_SQUADS, 4),
            _span(compiled, WITH_SQUADS, 5),
            "10,000",
        ),
        (
            "Esa, times python-chess",
            "1.8 to 1.9",
            _span(battles, _esa(battles), 2),
            _span(compiled, _esa(compiled), 7),
            "2.5",
        ),
        ("99 in 100 decisions of the computer, s", "", _slowest(thinking, 4), "", "1"),
        ("its longest decision, s", "27", _slowest(thinking, 5), "", "3"),
    ]
    return [
        "As the rules stand, and as `make fast` compiles those of two games.",
        "",
        "| figure | at first | now | compiled | goal |",
        "| --- | ---: | ---: | ---: | ---: |",
        *(f"| {' | '.join(one)} |" for one in rows),
    ]


def _rows(text: str) -> list[list[str]]:
    """The cells of every row of the tables in a text."""
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]


def _span(rows: list[list[str]], names: list[str] | tuple[str, ...], column: int) -> str:
    """The least and the greatest figure in a column of the rows that begin so."""
    found = sorted((row[column] for row in rows if row[0] in names), key=_number)
    return found[0] if len(set(found)) == 1 else f"{found[0]} to {found[-1]}"


def _esa(rows: list[list[str]]) -> list[str]:
    return [row[0] for row in rows if row[0].startswith("esa/")]


def _slowest(rows: list[list[str]], column: int) -> str:
    return max((row[column] for row in rows if "/" in row[0]), key=_number)


def _number(text: str) -> float:
    return float(text.replace(",", ""))


if __name__ == "__main__":
    put_section(REPORT, TITLE, told(REPORT))
