"""What tests of the compiler share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def own_code_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder for the compiled code of a module's tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERFECTPLAY_CACHE", str(tmp_path_factory.mktemp("kept")))
        yield
