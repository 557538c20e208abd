"""Fixtures and options that more than one room uses."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest
from golden import Golden, compare, regenerate
from hypothesis import HealthCheck, settings

CHECKOUT = Path(__file__).resolve().parent.parent

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would every program they start.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A busy machine is not a fault of the code.
settings.register_profile("zhushu", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("zhushu")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="rewrite the golden files from what comes out now")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares what came out with a golden case, or rewrites the case under --regenerate (see golden.py)."""
    return regenerate if request.config.getoption("--regenerate") else compare


@pytest.fixture(scope="session")
def seeds() -> Path:
    """The edition that ships with the project."""
    return CHECKOUT / "seeds"


@pytest.fixture(scope="session")
def fido() -> str:
    """The program that identifies files for archives, of the environment that runs the tests or of the machine."""
    found = shutil.which("fido", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if found is None:
        pytest.skip("no FIDO: install opf-fido")
    return found


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of gold layers and witnesses, which is not part of the project: ../shared or $ZHUSHU_SHARED."""
    folder = Path(os.environ.get("ZHUSHU_SHARED", CHECKOUT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip(f"no material in {folder}: set ZHUSHU_SHARED to the folder of gold layers and witnesses")
    return folder
