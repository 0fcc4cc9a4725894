import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, suite } from 'node:test';
import type { Page, Request } from 'playwright-core';
import { insertConnection } from '../../src/domains/connections/connections.ts';
import { createTemplate } from '../../src/domains/templates/templates.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { givenSession, manage, type SignedInMember } from '../support/manage.ts';
import { givenReport, smallDocument } from '../support/outcomes.ts';
import { givenMember, givenUser } from '../support/people.ts';
import { givenSchedule } from '../support/schedules.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const nothing = 'There is nothing here';
/** How long a screen asks for nothing once it is whole. */
const quietMs = 500;
const people = ['viewer', 'editor', 'admin', 'owner', 'limited', 'operator', 'looking'] as const;
type Person = (typeof people)[number];

interface Screen {
  readonly path: string;
  readonly heading: string;
  /** For whom there is a screen; for everybody with an account where it is absent. */
  readonly seenBy?: readonly Person[];
  /** What changes something there. */
  readonly action?: { readonly name: string; readonly offeredTo: readonly Person[] };
}

const editors = ['editor', 'admin', 'owner', 'limited'] as const;
const wholeEditors = ['editor', 'admin', 'owner'] as const;
const admins = ['admin', 'owner'] as const;
const operators = ['operator', 'looking'] as const;
const wholeReaders = ['viewer', ...wholeEditors, 'looking'] as const;

/** Every screen of the router; `PROJECT`, `CONNECTION`, `REPORT` and `TEMPLATE` stand for ids. */
const screens: readonly Screen[] = [
  { path: '/', heading: 'Home' },
  { path: '/projects', heading: 'Projects', action: { name: 'New project', offeredTo: wholeEditors } },
  { path: '/projects/PROJECT', heading: 'Shop', action: { name: 'Make report', offeredTo: editors } },
  { path: '/projects/PROJECT/layout', heading: 'Shop', action: { name: 'Save layout', offeredTo: editors } },
  { path: '/projects/PROJECT/connections', heading: 'Shop', action: { name: 'Connect data', offeredTo: editors } },
  { path: '/projects/PROJECT/schedules', heading: 'Shop', action: { name: 'New schedule', offeredTo: editors } },
  { path: '/projects/PROJECT/alerts', heading: 'Shop', action: { name: 'New watch', offeredTo: editors } },
  { path: '/projects/PROJECT/settings', heading: 'Shop', action: { name: 'Archive project', offeredTo: editors } },
  {
    path: '/projects/PROJECT/connections/new',
    heading: 'Connect data',
    action: { name: 'Choose a file', offeredTo: wholeEditors },
  },
  { path: '/connections/CONNECTION', heading: 'Sales', action: { name: 'Check now', offeredTo: editors } },
  { path: '/reports/REPORT', heading: 'Figures', action: { name: 'New link', offeredTo: editors } },
  { path: '/connections', heading: 'Connections' },
  { path: '/portfolio', heading: 'Portfolio', action: { name: 'Read now', offeredTo: editors } },
  {
    path: '/templates',
    heading: 'Templates',
    seenBy: wholeReaders,
    action: { name: 'New template', offeredTo: wholeEditors },
  },
  {
    path: '/templates/TEMPLATE',
    heading: 'Month',
    seenBy: wholeReaders,
    action: { name: 'Publish', offeredTo: wholeEditors },
  },
  { path: '/schedules', heading: 'Schedules' },
  { path: '/watches', heading: 'Watches', action: { name: 'New watch', offeredTo: editors } },
  { path: '/watches/new', heading: 'New watch', action: { name: 'Create', offeredTo: editors } },
  { path: '/incidents', heading: 'Alerts' },
  { path: '/brand', heading: 'Brand', seenBy: wholeReaders, action: { name: 'Save brand', offeredTo: admins } },
  { path: '/usage', heading: 'Plan and usage', seenBy: wholeReaders },
  { path: '/tokens', heading: 'Access tokens', seenBy: admins, action: { name: 'Create token', offeredTo: admins } },
  {
    path: '/chat-channels',
    heading: 'Chat channels',
    seenBy: wholeReaders,
    action: { name: 'Add channel', offeredTo: admins },
  },
  { path: '/webhooks', heading: 'Webhooks', seenBy: wholeReaders, action: { name: 'Add webhook', offeredTo: admins } },
  { path: '/members', heading: 'Members', seenBy: admins, action: { name: 'Invite somebody', offeredTo: admins } },
  {
    path: '/single-sign-on',
    heading: 'Single sign-on',
    seenBy: wholeReaders,
    action: { name: 'Save single sign-on', offeredTo: ['owner'] },
  },
  {
    path: '/members/directory',
    heading: 'Directory (SCIM)',
    seenBy: ['owner'],
    action: { name: 'Make token', offeredTo: ['owner'] },
  },
  { path: '/security', heading: 'Security', seenBy: admins, action: { name: 'Save security', offeredTo: ['owner'] } },
  { path: '/audit', heading: 'Activity log', seenBy: admins },
  { path: '/profile', heading: 'Your profile', seenBy: people },
  { path: '/admin/accounts', heading: 'Accounts', seenBy: operators },
  { path: '/admin/plans', heading: 'Plans', seenBy: operators },
  { path: '/admin/sign-ins', heading: 'Sign-ins at vendors', seenBy: operators },
  { path: '/admin/health', heading: 'Health', seenBy: operators },
  { path: '/admin/activity', heading: 'All activity', seenBy: operators },
];
const withAccount = people.filter((person) => person !== 'operator');

/** What it gives resolves once the page has asked for nothing for a while. */
function watchRequests(page: Page): () => Promise<boolean> {
  const open = new Set<Request>();
  let changedAt = performance.now();
  const begin = (request: Request) => {
    open.add(request);
    changedAt = performance.now();
  };
  const end = (request: Request) => {
    open.delete(request);
    changedAt = performance.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  return () => {
    const since = performance.now();
    return eventually(() => open.size === 0 && performance.now() - Math.max(changedAt, since) > quietMs);
  };
}

suite('every screen of the console as everybody sees it', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  let accountId: string;
  let ids: Readonly<Record<string, string>>;
  before(async () => {
    service = await startTestService('sqlite');
    browser = await openBrowser();
    const account = await givenAccount(service.db);
    const { id: projectId } = await givenProject(service.db, account, { name: 'Shop' });
    const fields = { accountId: account.id, projectId, system: 'file', config: {}, seal: () => null } as const;
    const connection = await insertConnection(service.db, { ...fields, name: 'Sales', status: 'connected' });
    const objects = await openFileStore(join(service.dataDir, 'objects'));
    const document = smallDocument({ title: 'Figures' });
    const { reportId } = await givenReport(service.db, objects, account, projectId, { document });
    await givenSchedule(service.db, projectId);
    const content = { slots: [], settings: {} };
    const template = await createTemplate(service.db, account.id, { name: 'Month', description: null, ...content });
    accountId = account.id;
    ids = { PROJECT: projectId, CONNECTION: connection.id, REPORT: reportId, TEMPLATE: template.id };
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  async function signIn(person: Person): Promise<SignedInMember> {
    if (person === 'operator') return givenSession(service.db, await givenUser(service.db, { isOperator: true }));
    if (person === 'limited') {
      const rights = { role: 'editor', projectIds: [ids.PROJECT ?? ''] } as const;
      return givenSession(service.db, await givenMember(service.db, accountId, rights));
    }
    if (person !== 'looking') {
      return givenSession(service.db, await givenMember(service.db, accountId, { role: person }));
    }
    const operator = await givenSession(service.db, await givenUser(service.db, { isOperator: true }));
    const { headers } = await manage(service, operator, 'PATCH', '/session', { body: { account_id: accountId } });
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return { ...operator, headers: { ...operator.headers, cookie } };
  }

  for (const person of people) {
    test(`${person}: there is each screen that is theirs, with the buttons that they may press`, async () => {
      const who = await signIn(person);
      const { page, goTo, faults } = await visitConsole(browser, service, accountId, { who, path: '/profile' });
      const untilQuiet = watchRequests(page);
      let shown = 'Your profile';
      const main = page.getByRole('main');
      const offersOf = (name: string) => main.getByRole('button', { name }).or(main.getByRole('link', { name }));
      for (const { path, heading, seenBy = withAccount, action } of screens) {
        // Whoever has no account begins with those of others.
        const expected =
          person === 'operator' && path === '/' ? 'Accounts' : seenBy.includes(person) ? heading : nothing;
        const to = path.replace(/[A-Z]{6,}/, (name) => ids[name] ?? '');
        // A heading like the last one's does not tell that the screen is there.
        if (expected === shown) await goTo(to);
        else await page.evaluate(`void history.pushState({}, '', '/console${to}')`);
        shown = expected;
        await main.getByRole('heading', { level: 1, name: expected, exact: true }).waitFor();
        if (action?.offeredTo.includes(person)) await offersOf(action.name).first().waitFor();
        else if (expected !== nothing) {
          await untilQuiet();
          if (action) assert.equal(await offersOf(action.name).count(), 0, `${action.name} at ${path}`);
        }
        assert.equal(await main.getByText('This could not be shown').count(), 0, path);
        if (person === 'viewer' || expected === nothing) assert.deepEqual(await axeViolations(page), [], path);
      }
      assert.deepEqual(faults, []);
    });
  }
});
