import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** Why there is no browser to test with, or false. With CI=true there must be one. */
export const skip: string | false =
  existsSync(executablePath) || process.env.CI === 'true' ? false : `${executablePath} is missing: install chromium`;

/** Debian's Chromium without a window, which asks no other host for anything by itself. */
export async function launchBrowser(): Promise<Browser> {
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...quiet] });
}
