"""Reports in sections: each run writes its own, and leaves what the others wrote."""

from __future__ import annotations

import re
from pathlib import Path


def section_of(report: Path, title: str) -> str:
    """A section as it stands in a report, from its title to the next; empty if there is none."""
    text = report.read_text(encoding="utf-8") if report.exists() else ""
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found.group() if found is not None else ""


def put_section(report: Path, title: str, lines: list[str]) -> None:
    """Write a section in place of the one that was there, or at the end."""
    text = report.read_text(encoding="utf-8")
    new = "\n".join([f"## {title}", "", *lines, ""])
    old = section_of(report, title)
    text = text.replace(old, new + ("\n" if not text.endswith(old) else "")) if old else f"{text.rstrip()}\n\n{new}"
    report.write_text(text, encoding="utf-8")
