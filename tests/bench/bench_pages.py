"""What a fresh load of a page costs, and how soon an order is seen.

`python tests/bench/bench_pages.py` starts a server and a Chromium; it loads front page, a lobby, a Captain's page and
one of a duel, each with an empty cache. It prints what was transferred, when something was first painted, and when the
page was there. Then a Captain chooses a start again and again: printed is the time from the click that sends to the
server's answer on the screen.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a script

from tests.browser.conftest import chromium_path
from tests.browser.crew import Match
from tests.cli.process import ServeProcess

LOADS = 5
ECHOES = 20
BUDGET_KB = 300
BUDGET_PAINT_MS = 1000
BUDGET_ECHO_MS = 100

PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
ECHO = """async cell => {
    document.querySelector(`[data-cell="${cell}"]`).click();
    await new Promise(done => setTimeout(done, 450)); // a second click at once would be taken for the same gesture
    const start = performance.now();
    document.querySelector('.btn.decide').click();
    await new Promise(done => {
        const seen = () => document.querySelector('.act').textContent.includes(`You start on ${cell}`);
        const watch = new MutationObserver(() => { if (seen()) { watch.disconnect(); done(); } });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        if (seen()) done();
    });
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
}"""


def load(browser: Browser, url: str, shown: str) -> tuple[float, float, float]:
    """Kilobytes that a fresh load transferred, and milliseconds to the first paint and to the whole page."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    network = context.new_cdp_session(page)
    sizes: list[int] = []

    def finished(event: dict[str, Any]) -> None:
        sizes.append(event["encodedDataLength"])

    network.on("Network.loadingFinished", finished)
    network.send("Network.enable")
    page.goto(url)
    page.wait_for_selector(shown)
    whole = float(page.evaluate("performance.now()"))
    page.wait_for_load_state("networkidle")
    paint = float(page.evaluate(PAINT))
    context.close()
    return sum(sizes) / 1000, paint, whole


def echoes(page: Page) -> list[float]:
    """Milliseconds from each click to its echo."""
    cells = [f"{'ABEFG'[number % 5]}{8 + number % 2}" for number in range(ECHOES)]
    return [float(page.evaluate(ECHO, cell)) for cell in cells]


def main() -> None:
    """Measure and print; exits with 1 if a budget is missed."""
    missed = False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServeProcess("--host", "127.0.0.1", "--port", 0, "--database", Path(folder) / "bench.sqlite3")
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"])
        try:
            lobby, running = Match(server.url, {}), Match(server.url, {})
            running.join("Ada", "blue.captain")
            running.join("Vera", "yellow.captain")  # never chooses, so that Blue may choose again
            running.fill_with_bots()
            running.start()
            captain = running.page_url("blue.captain")
            duel = Match(server.url, {}, "sonar-duel")
            duel.join("Ada", "blue")
            duel.join("Vera", "yellow")
            duel.start()
            for name, url, shown in (
                ("front page", server.url, ".maps svg"),
                ("lobby", lobby.page_url(), ".qr img"),
                ("captain", captain, ".cells"),
                ("duel", duel.page_url("blue"), ".cells"),
            ):
                loads = [load(browser, url, shown) for _ in range(LOADS)]
                size, paint, whole = (statistics.median(one) for one in zip(*loads, strict=True))
                print(f"{name}: {size:.0f} KB transferred, first paint {paint:.0f} ms, whole page {whole:.0f} ms")
                missed |= size > BUDGET_KB or paint > BUDGET_PAINT_MS
            page = browser.new_page(viewport={"width": 1440, "height": 900})
            page.goto(captain)
            page.wait_for_selector(".cells")
            times = echoes(page)
            median = statistics.median(times)
            print(f"echo of an order: median {median:.0f} ms, slowest {max(times):.0f} ms of {ECHOES}")
            missed |= median > BUDGET_ECHO_MS
        finally:
            browser.close()
            server.end()
    print(f"budget: {BUDGET_KB} KB, {BUDGET_PAINT_MS} ms, {BUDGET_ECHO_MS} ms: {'missed' if missed else 'kept'}")
    sys.exit(missed)


if __name__ == "__main__":
    main()
