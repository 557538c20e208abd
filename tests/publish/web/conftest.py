"""A built site and a real browser for it. Every page a test opens is opened from disk and may log no error."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from publish.web import editions
from publish.web.editions import Open, build

CHECKOUT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def sample() -> etree._Element:
    return etree.parse(str(editions.SAMPLE)).getroot()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's site, with a reading text in which two characters are restored, one with a doubt."""
    source = editions.SAMPLE.read_bytes()
    reading = (
        source.decode()
        .replace("云主人", '云<unclear reason="conversion" cert="medium">王</unclear>人')
        .replace("此說", "茲說")
    )
    return build(source, tmp_path_factory.mktemp("sample"), reading.encode(), outputs=("text", "print", "deposit"))


@pytest.fixture(scope="session")
def long_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(editions.long_edition(120), tmp_path_factory.mktemp("long"))


@pytest.fixture(scope="session")
def built_book(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Callable[[str], Path]:
    """The site of a real edition, as a build makes it: "seeds", or a folder of ../shared/data/kanripo."""

    @cache
    def built(name: str) -> Path:
        pages = CHECKOUT / "seeds" if name == "seeds" else request.getfixturevalue("shared") / "data/kanripo" / name
        output = tmp_path_factory.mktemp(name)
        command = [
            sys.executable,
            "-c",
            "from zhushu.commands import main; main()",
            "build",
            str(pages),
            "-o",
            str(output),
            "--to",
            "web",
            "--quiet",
        ]
        assert subprocess.run(command, check=False).returncode == 0
        return next(output.glob("*/web"))

    return built


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Debian's Chromium, or the one $ZHUSHU_CHROMIUM names."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    chromium = os.environ.get("ZHUSHU_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("needs Chromium: apt-get install chromium, or set ZHUSHU_CHROMIUM to its path")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        )
        yield running
        running.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[Open]:
    """Opens a page of a site from disk: open_page(site, "juan1.html?layout=double", width=390)."""
    contexts: list[Any] = []
    errors: list[str] = []

    def opened(site: Path, page: str, width: int = 1360, height: int = 900, wait: bool = True, **context: Any) -> Any:
        contexts.append(
            browser.new_context(viewport={"width": width, "height": height}, **({"locale": "zh-TW"} | context))
        )
        tab = contexts[-1].new_page()
        tab.on("console", lambda message: errors.append(message.text) if message.type in ("error", "warning") else None)
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.on("request", lambda request: errors.append(request.url) if request.url.startswith("http") else None)
        tab.goto(f"{site.as_uri()}/{page}")
        if wait:
            tab.wait_for_function("window.zhushu && zhushu.ready")
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert not errors
