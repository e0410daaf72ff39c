"""Reports in sections: a run replaces its own part and nothing else."""

from pathlib import Path

from soak.sections import put_section, section_of


def test_a_section_is_added_and_replaced_and_the_others_stay(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    report.write_text("# Report\n\nText.\n\n## One\n\n1\n")
    put_section(report, "Two", ["2"])
    assert report.read_text() == "# Report\n\nText.\n\n## One\n\n1\n\n## Two\n\n2\n"
    put_section(report, "One", ["eins"])
    put_section(report, "Two", ["zwei"])
    assert report.read_text() == "# Report\n\nText.\n\n## One\n\neins\n\n## Two\n\nzwei\n"
    assert section_of(report, "Three") == ""
