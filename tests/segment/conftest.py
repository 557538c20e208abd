"""The profile that most tests of the room use."""

from __future__ import annotations

from pathlib import Path

import pytest

from zhushu.segment import profile
from zhushu.segment.profile import Profile


@pytest.fixture(scope="session")
def shuzhu() -> Profile:
    return profile.load("shuzhu", Path())
