import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type * as Client from '../../client/src/index.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { bytes, half, type Reaction, startFaultServer } from './fault-server.ts';

const file = randomBytes(300_000);
const sha256 = createHash('sha256').update(file).digest('hex');
const job = { id: 'exp_1', artifact: { filename: 'report.pdf', sha256, size_bytes: file.length } };

/** The client's sources for a page of the server's own origin, and the next reaction for each of its API requests. */
function serveClient(...reactions: readonly Reaction[]): Reaction {
  let asked = 0;
  return (response, request) => {
    if (request.url.startsWith('/api/')) {
      asked += 1;
      return reactions[Math.min(asked, reactions.length) - 1]?.(response, request);
    }
    const [, source] = /^\/client(\/.+\.ts)$/.exec(request.url) ?? [];
    response.setHeader('content-type', source ? 'text/javascript' : 'text/html');
    if (!source) return void response.end('<!doctype html><title>A page</title>');
    response.end(stripTypeScriptTypes(readFileSync(new URL(`../../client/src${source}`, import.meta.url), 'utf8')));
  };
}

describe('in a browser, a download', { skip }, () => {
  let browser: SuiteBrowser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  /** How many bytes the page got or saved, or the name of the error. */
  async function downloadIn(page: Page, url: string, way: 'bytes' | 'saveTo' = 'bytes'): Promise<string> {
    await page.goto(url);
    return page.evaluate(
      async ([asked, method]) => {
        const index = '/client/index.ts';
        const { ReportServiceClient }: typeof Client = await import(index);
        const baseUrl: string = Reflect.get(globalThis, 'origin');
        const clock = { now: () => 0, sleep: async () => {}, random: () => 0 };
        const client = new ReportServiceClient({ baseUrl, token: 't.t', clock });
        const download = client.exportJobs.download(asked as Client.ExportJob);
        const got = method === 'bytes' ? download.bytes() : download.saveTo('report.pdf');
        return got.then(
          (result) => `${'length' in result ? result.length : result.size_bytes} bytes`,
          (error: Error) => error.name,
        );
      },
      [job, way] as const,
    );
  }

  test('that breaks off starts over', async () => {
    await using server = await startFaultServer(serveClient(half(file, 'breaks'), bytes(file)));
    await using page = await browser.newPage();
    assert.equal(await downloadIn(page, server.url), `${file.length} bytes`);
  });

  test('cannot be saved in a page, and then requests nothing', async () => {
    await using server = await startFaultServer(serveClient(bytes(file)));
    await using page = await browser.newPage();
    assert.equal(await downloadIn(page, server.url, 'saveTo'), 'TypeError');
    assert.deepEqual(
      server.requests.filter(({ url }) => url.startsWith('/api/')),
      [],
    );
  });

  test('with wrong bytes fails with a DigestMismatchError', async () => {
    await using server = await startFaultServer(serveClient(bytes(randomBytes(file.length))));
    await using page = await browser.newPage();
    assert.equal(await downloadIn(page, server.url), 'DigestMismatchError');
  });
});
