import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { ReportDocument, Section } from '../../../src/reporting/documents/model.ts';
import { openBrowser } from '../../support/browser.ts';
import { days, metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { startViewerServer } from '../../support/viewer-server.ts';

export const desktop = { viewport: { width: 1280, height: 900 } };
export const phone = { viewport: { width: 390, height: 844 } };

/** A report of three days with a gap in the middle of the compared ones. */
export function smallReport(changes: Partial<ReportDocument> = {}): ReportDocument {
  const series = timeseries(metrics.sessions, 100, 1);
  const values = (from: string, figures: readonly (number | null)[]) =>
    days(from, 3, 1).map(({ date }, index) => ({ date, value: figures[index] ?? null }));
  const sections: Section[] = [
    { ...series, current: values('2026-04-01', [110, 120, 130]), compare: values('2026-03-29', [90, null, 95]) },
    { type: 'text', title: null, markdown: '## What we did\n\nWe [moved](https://a.example) the **campaign**.' },
  ];
  return reportDocument({ sections, ...changes });
}

/** The page of a report, with its complaints and requests to other hosts. */
export interface ShownPage extends AsyncDisposable {
  readonly page: Page;
  readonly faults: string[];
}

type OpenPage = (document: ReportDocument, options?: BrowserContextOptions) => Promise<ShownPage>;

/** Opens pages of reports for the tests of one suite, in a browser that is closed when they are done. */
export async function suitePages(): Promise<OpenPage> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await startViewerServer());
  const browser = stack.adopt(await openBrowser(), (launched) => launched.close());
  const resources = stack.move();
  after(() => resources.disposeAsync());
  return async (document, options = desktop) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => void faults.push(message.text()));
    page.on('pageerror', (error) => void faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${server.url}/`) && !request.url().startsWith('data:')) faults.push(request.url());
    });
    await page.goto(server.show(document));
    await page.locator('html:not([data-opening])').waitFor({ state: 'attached' });
    return { page, faults, [Symbol.asyncDispose]: () => context.close() };
  };
}

export async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  assert.ok(box, 'nothing is drawn');
  return box;
}
