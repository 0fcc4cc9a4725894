import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { newIdentifier } from '../src/platform/database/identifiers.ts';
import { benchmarkReport } from '../test/support/documents.ts';
import { startTestService } from '../test/support/service.ts';
import { givenSharedReport } from '../test/support/shares.ts';
import { median } from './median.ts';

/** The whole browser, which also draws a window nobody sees, and its headless shell, which has none. */
const browsers = { chromium: '/usr/bin/chromium', headlessShell: '/usr/bin/chromium-headless-shell' } as const;
const rounds = 21;

/**
 * From the navigation to the first paint of a guest link's page in a browser without a cache, of the six-page report: of
 * a link that nobody opened before, whose page is rendered then, and of one whose page is kept; in milliseconds, for each
 * browser that is installed, side by side.
 */
export async function benchPaint(): Promise<Record<string, number>> {
  const installed = Object.entries(browsers).filter(([, path]) => existsSync(path));
  if (installed.length === 0) throw new Error(`${browsers.chromium} is missing: install chromium`);
  await using service = await startTestService('sqlite');
  const opened = await Promise.all(
    installed.map(async ([name, executablePath]) => ({
      name,
      browser: await chromium.launch({ executablePath, args: ['--no-sandbox'] }),
      times: { first: [] as number[], again: [] as number[], word: [] as number[] },
    })),
  );
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const { browser, times } of opened) {
        const { path } = await givenSharedReport(service, {
          document: benchmarkReport({ report_id: newIdentifier('rep') }),
        });
        const first = await firstPaint(browser, service.url + path);
        const again = await firstPaint(browser, service.url + path);
        const word = await firstPaint(browser, 'data:text/html,<!doctype html><p>Report</p>');
        // The first warms up.
        if (round === 0) continue;
        times.first.push(first);
        times.again.push(again);
        times.word.push(word);
      }
    }
  } finally {
    await Promise.all(opened.map(({ browser }) => browser.close()));
  }
  return Object.fromEntries(
    opened.flatMap(({ name, times }) => [
      [`${name}FirstOpenedMs`, median(times.first)],
      [`${name}OpenedAgainMs`, median(times.again)],
      [`${name}PageOfOneWordMs`, median(times.word)],
    ]),
  );
}

/** In milliseconds from the navigation, in a context of its own, which has nothing cached. */
async function firstPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.goto(url);
    const handle = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    return (await handle.jsonValue()) as number;
  } finally {
    await context.close();
  }
}
