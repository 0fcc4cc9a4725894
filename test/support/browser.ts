import { existsSync } from 'node:fs';
import { after } from 'node:test';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Why there is no browser to test with, or false. With CI=true there must be one. */
export const skip: string | false =
  existsSync(executablePath) || process.env.CI === 'true' ? false : `${executablePath} is missing: install chromium`;

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
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet] });
}
