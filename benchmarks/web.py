"""TEI → the web edition: CPU seconds, weights, and how fast a browser is with it.

    python benchmarks/web.py [TEI…]

Without TEI files: the seeds' pages over and over, up to 200,000 characters, as one edition. Weights are gzip -9. What
a reader waits for is measured in Chromium on the heaviest page, in milliseconds, the least of several times: the first
paint with the processor slowed down four times; of a layer switch, what the page's thread has to do until it is shown.
"""

from __future__ import annotations

import gzip
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

QUERIES = ("賓", "鄉射", "主人", "玄酒", "再拜稽首", "不", "之", "司馬", "北面", "升自西階")
PAINT = """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries()[0].startTime))
  .observe({ type: 'paint', buffered: true }))"""
SHIFT = """() => new Promise(done => {
  let sum = 0;
  const observer = new PerformanceObserver(list => list.getEntries().forEach(entry => { sum += entry.value; }));
  observer.observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 500);
})"""
TYPE = """(form => {{
  form.q.value = '{}';
  form.q.dispatchEvent(new Event('input', {{ bubbles: true }}));
}})(document.querySelector('.search form'))"""
SWITCH = "document.querySelector('.layers button:nth-last-child(2)').click()"


def weight(*paths: Path) -> float:
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in paths) / 1000


def built(tei: Path, site: Path) -> float:
    """Publishes in a process of its own → its CPU seconds, starting Python and compiling the stylesheet included."""
    command = [sys.executable, __file__, "--publish", str(tei), str(site)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def publish(tei: Path, site: Path) -> None:
    import resource

    from zhushu.publish import Options, Texts, web

    hant = tei.with_suffix(".hant.xml")
    web.publish(Texts(tei, hant if hant.is_file() else None), site, Options(tei.stem, {}))
    used = resource.getrusage(resource.RUSAGE_SELF)
    sys.stdout.write(str(used.ru_utime + used.ru_stime))


def work(tab: Any, action: str, within: int = 300) -> float:
    """Milliseconds of the page's thread for a script and all that follows from it within so many."""
    session = tab.context.new_cdp_session(tab)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")

    before = spent()
    tab.evaluate(action)
    tab.wait_for_timeout(within)
    used = spent() - before
    tab.wait_for_timeout(300)
    return used


def read(site: Path, page: Path) -> dict[str, float]:
    """What a reader waits for, in milliseconds."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )

        def opened(view: str = "", slow: int = 1) -> Any:
            tab = browser.new_page(viewport={"width": 1360, "height": 900})
            tab.set_default_timeout(300_000)
            tab.context.new_cdp_session(tab).send("Emulation.setCPUThrottlingRate", {"rate": slow})
            tab.goto(f"{page.as_uri()}?{view}")
            tab.wait_for_function("window.zhushu && zhushu.ready")
            return tab

        opened()  # the first page of a browser pays for its start
        found = {}
        for view in ("layout=list", "layout=double&dir=v"):
            found[f"first paint, {view}"] = min(opened(view, 4).evaluate(PAINT) for _ in range(5))
        for view in ("layout=list", "layout=list&dir=v", "layout=inline", "layout=double"):
            tab = opened(view)
            found[f"layer switch, {view}"] = min(work(tab, SWITCH, 100) for _ in range(6))
        # double rows beyond the screen are filled a fifth of a second later
        found["layer switch, double rows, all of it"] = min(work(tab, SWITCH) for _ in range(6))
        found["layout shift × 1000"] = opened().evaluate(SHIFT) * 1000
        tab = opened()
        tab.keyboard.press("/")
        work(tab, TYPE.format("無"))  # the first search reads the text of the book
        times = [min(work(tab, TYPE.format(query)) for _ in range(3)) for query in QUERIES]
        found["query, median"], found["query, slowest"] = statistics.median(times), max(times)
        browser.close()
    return found


def measure(tei: Path, folder: Path) -> None:
    site = folder / "web"
    site.mkdir()
    seconds = built(tei, site)
    assets, data = site / "assets", site / "data"
    pages = sorted((p for p in site.glob("*.html") if p.name not in ("index.html", "persons.html")), key=weight)
    fonts = sum(path.stat().st_size for path in assets.glob("*.[ot]tf")) / 1000
    text = weight(pages[-1], assets / "edition.css", assets / "edition.js")
    lines = {
        "CPU seconds": f"{seconds:.2f}",
        "pages": str(len(pages)),
        "heaviest page with style and script, kB": f"{text:.1f}",
        "script, kB": f"{weight(assets / 'edition.js'):.2f}",
        "style, kB": f"{weight(assets / 'edition.css'):.1f}",
        "fonts, kB": f"{fonts:.1f}",
        "search data, kB": f"{weight(data / 'text.js', data / 'characters.js'):.0f}",
    } | {name: f"{value:.1f}" for name, value in read(site, pages[-1]).items()}
    sys.stdout.write(f"{tei}\n" + "".join(f"  {name:42}{value:>10}\n" for name, value in lines.items()))


def main() -> None:
    if sys.argv[1:2] == ["--publish"]:
        publish(Path(sys.argv[2]), Path(sys.argv[3]))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        given = [Path(argument) for argument in sys.argv[1:]]
        if not given:
            from print import tei_of

            given = [tei_of(200_000, folder)]
        for k, tei in enumerate(given):
            (folder / str(k)).mkdir()
            measure(tei, folder / str(k))


if __name__ == "__main__":
    main()
