import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** The one without a window of its own needs two thirds of the processor time. */
const known = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
/** Of the browser that tests drive; undefined where there is none. */
export const executablePath = known.find((file) => existsSync(file));

/** Why there is no browser to test with, or false. With CI=true there must be one. */
export const skip: string | false =
  executablePath || process.env.CI === 'true' ? false : `there is no ${known.join(' and no ')}: install chromium`;

/** What a suite does with a browser; closing it closes the suite's own contexts. */
export type SuiteBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>;

let shared: Promise<Browser> | undefined;
after(async () => void (await (await shared)?.close()));

/** The one browser of this process, since to start one takes seconds. */
export async function openBrowser(): Promise<SuiteBrowser> {
  shared ??= launchBrowser();
  const browser = await shared;
  const contexts: BrowserContext[] = [];
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    contexts.push(context);
    return context;
  };
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    close: async () => void (await Promise.all(contexts.map((context) => context.close()))),
  };
}

/** Debian's Chromium without a window, which asks no other host for anything by itself. */
async function launchBrowser(): Promise<Browser> {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  assert.ok(executablePath, `There is no ${known.join(' and no ')}.`);
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet] });
}
