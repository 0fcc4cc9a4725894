import type { BrowserContext, Page } from 'playwright-core';
import { buildConsole } from '../../scripts/build-console.ts';
import type { StoredRights } from '../../src/domains/members/members.ts';
import type { SuiteBrowser } from './browser.ts';
import { givenSession, type SignedInMember } from './manage.ts';
import { givenMember } from './people.ts';
import type { TestService } from './service.ts';

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly who: SignedInMember;
  /** What must not happen on any screen: faults of scripts, violations of the policy, requests to other hosts. */
  readonly faults: string[];
  /** Goes to another address of the console, such as `/projects`, as one who typed it in. */
  goTo(path: string): Promise<void>;
}

interface VisitOptions {
  readonly rights?: Partial<StoredRights>;
  readonly isOperator?: boolean;
  /** Somebody who is signed in already, instead of a new member with `rights`. */
  readonly who?: SignedInMember;
  readonly path?: string;
  readonly language?: string;
  readonly isDark?: boolean;
  /** `phone`: 390 by 844 pixels; else 1440 by 900. */
  readonly isPhone?: boolean;
}

/** The console of an account in a browser, open at `path`, as somebody who is signed in sees it. Builds it if it has changed. */
export async function visitConsole(
  browser: SuiteBrowser,
  service: TestService,
  accountId: string,
  options: VisitOptions = {},
): Promise<Visit> {
  buildConsole();
  const { language = 'en', isDark = false, isPhone = false, isOperator = false, rights } = options;
  const who =
    options.who ?? (await givenSession(service.db, await givenMember(service.db, accountId, rights, { isOperator })));
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    locale: language,
    colorScheme: isDark ? 'dark' : 'light',
  });
  const [name = '', value = ''] = (who.headers.cookie ?? '').split('=');
  await context.addCookies([{ name, value, url: service.url, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4\d\d|503)/.test(message.text())) faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${service.url}/`) && !request.url().startsWith('data:')) faults.push(request.url());
  });
  const goTo = async (path: string) => {
    await page.goto(`${service.url}/console${path === '/' ? '' : path}`);
    await page.locator('main h1').waitFor();
  };
  await goTo(options.path ?? '/');
  return { page, context, who, faults, goTo };
}
