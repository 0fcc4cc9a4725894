import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { givenAccount, givenProject, givenToken } from '../test/support/accounts.ts';
import { visitConsole } from '../test/support/console.ts';
import { givenSignedIn, manage, type SignedInMember } from '../test/support/manage.ts';
import { startTestService, type TestService } from '../test/support/service.ts';
import { median } from './median.ts';

const executablePath = '/usr/bin/chromium';
const rounds = 9;
const people = 50;
/** Between two requests of one of them: a screen asks for what it shows, then for its jobs. */
const pauseMs = 2_000;
const loadMs = 5_000;
const lookMs = 2_000;

/** Milliseconds; medians. */
export interface ConsoleFigures {
  /** From the navigation to the first paint, without a cache. */
  readonly signInPaintMs: number;
  readonly firstPaintMs: number;
  /** From the navigation to the heading of Home, without a cache. */
  readonly firstContentMs: number;
  /** From a click in the navigation, two seconds after Home, to the heading of a screen that was not shown before, and of one that was. */
  readonly nextScreenMs: number;
  readonly sameScreenMs: number;
  /** A read of the public API alone, and while fifty people work in the console. */
  readonly readAloneMs: number;
  readonly readBesideFiftyMs: number;
  readonly ratio: number;
}

export async function benchConsole(): Promise<ConsoleFigures> {
  if (!existsSync(executablePath)) throw new Error(`${executablePath} is missing: install chromium`);
  await using service = await startTestService('sqlite');
  const account = await givenAccount(service.db, { perMinute: 100_000, perDay: 1_000_000 });
  for (let number = 1; number <= 30; number++) await givenProject(service.db, account, { name: `Project ${number}` });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return { ...(await screens(browser, service, account.id)), ...(await reads(service, account.id)) };
  } finally {
    await browser.close();
  }
}

async function screens(browser: Browser, service: TestService, accountId: string) {
  const times = {
    signIn: [] as number[],
    paint: [] as number[],
    content: [] as number[],
    next: [] as number[],
    same: [] as number[],
  };
  for (let round = 0; round <= rounds; round++) {
    const signIn = await signInPaint(browser, service.url);
    const { page, context } = await visitConsole(browser, service, accountId);
    const [paint, content] = [await firstPaint(page), await page.evaluate('performance.now()')];
    const goTo = (name: string) => page.evaluate(`(${untilHeading})('${name}')`) as Promise<number>;
    // Somebody looks at Home first; its neighbour is read ahead meanwhile.
    await setTimeout(lookMs);
    const next = await goTo('Projects');
    await goTo('Home');
    const same = await goTo('Projects');
    await context.close();
    // The first warms up.
    if (round === 0) continue;
    times.signIn.push(signIn);
    times.paint.push(paint);
    times.content.push(content as number);
    times.next.push(next);
    times.same.push(same);
  }
  return {
    signInPaintMs: median(times.signIn),
    firstPaintMs: median(times.paint),
    firstContentMs: median(times.content),
    nextScreenMs: median(times.next),
    sameScreenMs: median(times.same),
  };
}

/** Clicks a link of the navigation, and tells how long it takes until the heading of that name is painted. In the page. */
const untilHeading = `(name) => new Promise((resolve) => {
  const started = performance.now();
  const look = () => {
    if (document.querySelector('main h1')?.textContent !== name) return requestAnimationFrame(look);
    requestAnimationFrame(() => resolve(performance.now() - started));
  };
  [...document.querySelectorAll('nav a')].find((link) => link.textContent === name).click();
  look();
})`;

async function signInPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/console/sign-in`);
  const paint = await firstPaint(page);
  await context.close();
  return paint;
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) =>
    new PerformanceObserver((list) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (paint) resolve(paint.startTime);
    }).observe({ type: 'paint', buffered: true }))`);
}

/** Reads one after the other, in turns alone and beside fifty people, each of whom asks as an open screen does. */
async function reads(service: TestService, accountId: string) {
  const token = await givenToken(service.db, accountId);
  const members = await Promise.all(Array.from({ length: people }, () => givenSignedIn(service.db, accountId)));
  const measure = async () => {
    const times: number[] = [];
    const end = performance.now() + loadMs;
    while (performance.now() < end) {
      const started = performance.now();
      const { status, text } = await service.call('GET', '/api/v1/projects', { token });
      if (status !== 200) throw new Error(text);
      times.push(performance.now() - started);
      await setTimeout(10);
    }
    return median(times);
  };
  const times = { alone: [] as number[], beside: [] as number[] };
  for (let round = 0; round < 3; round++) {
    times.alone.push(await measure());
    const stop = new AbortController();
    const atWork = members.map((who, index) => work(service, who, index, stop.signal));
    times.beside.push(await measure());
    stop.abort();
    await Promise.all(atWork);
  }
  const [readAloneMs, readBesideFiftyMs] = [median(times.alone), median(times.beside)];
  return { readAloneMs, readBesideFiftyMs, ratio: readBesideFiftyMs / readAloneMs };
}

/** One person at work, until `signal`: a screen every two seconds, and its jobs in between. */
async function work(service: TestService, who: SignedInMember, index: number, signal: AbortSignal): Promise<void> {
  const paths = ['/overview', '/projects', '/jobs', '/connections', '/jobs', '/schedules'];
  await setTimeout((index * pauseMs) / people);
  for (let step = index; !signal.aborted; step++) {
    const { status, text } = await manage(service, who, 'GET', paths[step % paths.length] ?? '');
    if (status !== 200) throw new Error(text);
    await setTimeout(pauseMs / 2);
  }
}

if (import.meta.main) console.table(await benchConsole());
