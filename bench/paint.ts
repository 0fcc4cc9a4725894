import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { newIdentifier } from '../src/platform/database/identifiers.ts';
import { benchmarkReport } from '../test/support/documents.ts';
import { startTestService } from '../test/support/service.ts';
import { givenSharedReport } from '../test/support/shares.ts';
import { median } from './median.ts';

const executablePath = '/usr/bin/chromium';
const rounds = 21;

/**
 * From the navigation to the first paint of a guest link's page in a browser without a cache, of the six-page report: of
 * a link that nobody opened before, whose page is rendered then, and of one whose page is kept; in milliseconds.
 */
export async function benchPaint(): Promise<Record<string, number>> {
  if (!existsSync(executablePath)) throw new Error(`${executablePath} is missing: install chromium`);
  await using service = await startTestService('sqlite');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const paint = async (url: string) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(url);
    const handle = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    );
    const ms = await handle.jsonValue();
    await context.close();
    return ms as number;
  };
  try {
    const times = { first: [] as number[], again: [] as number[], word: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      const { path } = await givenSharedReport(service, {
        document: benchmarkReport({ report_id: newIdentifier('rep') }),
      });
      const [first, again] = [await paint(service.url + path), await paint(service.url + path)];
      const word = await paint('data:text/html,<!doctype html><p>Report</p>');
      // The first warms up.
      if (round === 0) continue;
      times.first.push(first);
      times.again.push(again);
      times.word.push(word);
    }
    return {
      firstOpenedMs: median(times.first),
      openedAgainMs: median(times.again),
      pageOfOneWordMs: median(times.word),
    };
  } finally {
    await browser.close();
  }
}
