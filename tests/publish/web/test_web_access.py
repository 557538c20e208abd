"""Accessibility: axe finds nothing in each layout, direction and theme, contrast included."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from publish.web.editions import Open


def violations(page: Any) -> list[str]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe-playwright-python")
    found = axe.Axe().run(page, options={"preload": False}).response["violations"]
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "view",
    [f"layout={layout}&dir={direction}" for layout in ("list", "parallel", "inline", "double") for direction in "hv"]
    + ["layout=columns", "script=hant&line=on"],
)
def test_pages_of_text(site: Path, open_page: Open, view: str, theme: str) -> None:
    assert violations(open_page(site, f"juan1.html?{view}&theme={theme}")) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index.html", "persons.html", "juan2.html"])
def test_other_pages(site: Path, open_page: Open, name: str, theme: str) -> None:
    assert violations(open_page(site, f"{name}?theme={theme}")) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("action", ["contents", "settings", "search", "card", "person", "help"])
def test_dialogs(site: Path, open_page: Open, action: str, theme: str) -> None:
    page = open_page(site, f"juan1.html?theme={theme}")
    if action == "card":
        page.click("[id='p1.2'] .n")
    elif action == "person":
        page.click("[id='p1.1.zhu1'] .label")
    elif action == "help":
        page.keyboard.press("?")
    elif action == "search":
        page.keyboard.press("/")
        page.keyboard.type("主人")
        page.wait_for_selector(".hits a")
    else:
        page.click(f".bar [data-do='{action}']")
    page.wait_for_selector("dialog[open]")
    assert violations(page) == []


def test_on_a_phone(site: Path, open_page: Open) -> None:
    assert violations(open_page(site, "juan1.html", 390, 844, is_mobile=True, has_touch=True)) == []
