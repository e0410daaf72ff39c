"""A file that cannot be used is refused in one sentence, whichever process read it."""

import pickle

from alfiere.kernel.bad_data import BadData


def test_a_refusal_comes_home_from_a_worker_as_it_was():
    refused = BadData("lens.toml", "table.rows", "it must be at least 1")
    again = pickle.loads(pickle.dumps(refused))
    assert isinstance(again, BadData)
    assert str(again) == "lens.toml: table.rows: it must be at least 1"
    assert (again.file, again.where, again.why) == ("lens.toml", "table.rows", "it must be at least 1")
