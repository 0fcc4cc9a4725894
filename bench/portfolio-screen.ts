import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import { executablePath } from '../test/support/browser.ts';
import { visitConsole } from '../test/support/console.ts';
import { removeFolder } from '../test/support/folders.ts';
import { startTestService } from '../test/support/service.ts';
import { median } from './median.ts';
import { fillPortfolio } from './portfolio.ts';

const rounds = 9;
const lookMs = 2_000;
/** From the pointer's coming to a link until the click. */
const aimMs = 100;

/** Milliseconds, medians, of a screen with 1,000 projects. */
interface ScreenFigures {
  /** From a click in the navigation to the first project painted; the screen was not shown before. */
  readonly firstMs: number;
  readonly againMs: number;
  /** While it is scrolled to its end: the share of frames that took longer than 50 ms. */
  readonly slowFrames: number;
}

export async function benchPortfolioScreen(): Promise<Record<string, ScreenFigures>> {
  if (!executablePath) throw new Error('Chromium is missing: install it');
  await using service = await startTestService('sqlite');
  const folder = await mkdtemp(join(tmpdir(), 'report-service-bench-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => removeFolder(folder));
  const accountId = await fillPortfolio(service.db, folder);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  stack.defer(() => browser.close());
  const figures: Record<string, ScreenFigures> = {};
  for (const name of ['Portfolio', 'Projects']) {
    const times = { first: [] as number[], again: [] as number[], slow: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      const { page, context } = await visitConsole(browser, service, accountId);
      // Somebody looks at Home first, and then moves to the link.
      await setTimeout(lookMs);
      const first = await goTo(page, name);
      const slow = (await page.evaluate(`(${scrollThrough})()`)) as number;
      await page.evaluate(`(${clickLink})('Home')`);
      await page.locator('main h1', { hasText: 'Home' }).waitFor();
      const again = await goTo(page, name);
      await context.close();
      // The first warms up.
      if (round === 0) continue;
      times.first.push(first);
      times.again.push(again);
      times.slow.push(slow);
    }
    figures[name] = { firstMs: median(times.first), againMs: median(times.again), slowFrames: median(times.slow) };
  }
  return figures;
}

async function goTo(page: Page, name: string): Promise<number> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).hover();
  await setTimeout(aimMs);
  return (await page.evaluate(`(${untilProject})('${name}')`)) as number;
}

const clickLink = `(name) => [...document.querySelectorAll('nav a')].find((link) => link.textContent === name).click()`;

/** Until the heading and the first project are painted. In the page. */
const untilProject = `(name) => new Promise((resolve) => {
  const started = performance.now();
  const look = () => {
    const main = document.querySelector('main');
    const isThere = main?.querySelector('h1')?.textContent === name && /Project \\d/.test(main.textContent);
    if (!isThere) return requestAnimationFrame(look);
    requestAnimationFrame(() => resolve(performance.now() - started));
  };
  (${clickLink})(name);
  look();
})`;

/** Scrolls whatever is longest by half a screen each frame. In the page. */
const scrollThrough = `() => new Promise((resolve) => {
  const scrolled = [document.scrollingElement, ...document.querySelectorAll('main *')]
    .toSorted((a, b) => b.scrollHeight - b.clientHeight - (a.scrollHeight - a.clientHeight))[0];
  let [frames, slow, last] = [0, 0, performance.now()];
  const step = (now) => {
    frames++;
    if (now - last > 50) slow++;
    last = now;
    if (frames === 120) return resolve(slow / frames);
    scrolled.scrollTop += scrolled.clientHeight / 2;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

if (import.meta.main) console.table(await benchPortfolioScreen());
