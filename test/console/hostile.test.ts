import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { newIdentifier } from '../../src/platform/database/identifiers.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { type Visit, visitConsole } from '../support/console.ts';
import { givenSession, manage, type SignedInMember } from '../support/manage.ts';
import { givenReport, smallDocument } from '../support/outcomes.ts';
import { givenMember } from '../support/people.ts';
import { givenSchedule } from '../support/schedules.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const attack = '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script>';
/** A name of 200 characters: markup, an address that is a script, a script from right to left, a word without end. */
const name = `${attack}"'javascript:window.hostile=1 \u05e9\u05dc\u05d5\u05dd`.padEnd(200, 'W');
const markdown = [
  attack,
  '[click](javascript:window.hostile=1)',
  '![picture](x" onerror="window.hostile=1)',
  'W'.repeat(10_000),
].join('\n\n');

/** An account in which everything that somebody can name has a hostile name. */
async function givenHostileAccount(service: TestService) {
  const { db } = service;
  const account = await givenAccount(db, { name });
  const project = await givenProject(db, account, { name, client_name: name });
  const user = await givenMember(db, account.id, {}, { name: attack, email: 'mallory@example.com', isOperator: true });
  const who = await givenSession(db, user);
  const write = async (method: string, path: string, body: object) => {
    const answer = await manage(service, who, method, path, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body.data;
  };
  const upload = await sendFile(service, who);
  const connection = await write('POST', `/projects/${project.id}/connections`, {
    ...{ system: 'file', name },
    config: {
      ...{ path: upload.path, date: 'day', dimensions: [{ key: 'shop', label: attack, sql: 'shop' }] },
      metrics: [{ key: 'revenue', label: attack, sql: 'sum(amount)', unit: 'number', better: 'up', additive: true }],
    },
  });
  const sections = [
    { type: 'text', title: attack, markdown },
    { type: 'kpis', title: name, connection_id: connection.id, metrics: ['revenue'] },
    { type: 'breakdown', title: attack, connection_id: connection.id, dimension: 'shop', metrics: ['revenue'] },
  ];
  await write('PATCH', `/projects/${project.id}`, { settings: { title: name, sections } });
  await givenSchedule(db, project.id);
  await write('POST', '/tokens', { name, kind: 'live', scopes: ['reports:read'] });
  await write('POST', '/invitations', { email: 'eve@example.com', role: 'viewer', project_ids: [project.id] });
  await write('PATCH', '/brand', { name: attack, footer: attack, contact: attack });
  const document = smallDocument({
    ...{ report_id: newIdentifier('rep'), title: name, project_name: name, client_name: name },
    sections: [{ type: 'text', title: attack, markdown }],
  });
  const objects = await openFileStore(`${service.dataDir}/objects`);
  const { reportId } = await givenReport(db, objects, account, project.id, { document });
  return { account, who, project: `/projects/${project.id}`, connection: connection.id, report: reportId };
}

async function sendFile(service: TestService, who: SignedInMember): Promise<{ readonly path: string }> {
  const address = `${service.url}/manage/v1/uploads?name=${encodeURIComponent(`${attack.replaceAll('/', '')}.csv`)}`;
  const headers = { ...who.headers, 'content-type': 'text/csv', 'idempotency-key': 'file' };
  const rows = [1, 2, 3].map((day) => `2026-10-0${day},"${attack.replaceAll('"', '""')}",${day}`);
  const answer = await fetch(address, { method: 'POST', headers, body: ['day,shop,amount', ...rows].join('\n') });
  const text = await answer.text();
  assert.equal(answer.status, 201, text);
  return JSON.parse(text).data;
}

suite('hostile names in the console', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  let made: Awaited<ReturnType<typeof givenHostileAccount>>;
  before(async () => {
    service = await startTestService('sqlite', { role: 'all' });
    browser = await openBrowser();
    made = await givenHostileAccount(service);
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  const screens = () => [
    ...[
      '/',
      '/projects',
      '/connections',
      '/schedules',
      '/watches',
      '/incidents',
      '/brand',
      '/usage',
      '/tokens',
      '/members',
      '/members/directory',
      '/audit',
      '/profile',
    ],
    ...['', '/layout', '/connections', '/schedules', '/alerts', '/settings'].map((tab) => made.project + tab),
    ...[`/connections/${made.connection}`, `/reports/${made.report}`, '/admin/accounts', '/admin/activity'],
  ];

  async function look({ page, goTo, faults }: Visit, path: string): Promise<string[]> {
    await goTo(path);
    await page.waitForLoadState('networkidle');
    const ran = await Promise.all(page.frames().map((frame) => frame.evaluate('window.hostile')));
    const found = [...faults.splice(0), ...(ran.some(Boolean) ? ['it ran'] : [])];
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const overhang = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overhang > 0) found.push(`${overhang} px too wide at ${width}`);
    }
    return found.map((fault) => `${path}: ${fault}`);
  }

  test('run on no screen, nor push one aside', async () => {
    const visit = await visitConsole(browser, service, made.account.id, { who: made.who });
    const found: string[] = [];
    for (const path of screens()) found.push(...(await look(visit, path)));
    assert.deepEqual(found, []);
  });

  test('that turn lines around are refused where they are typed', async () => {
    const { page } = await visitConsole(browser, service, made.account.id, { who: made.who, path: '/tokens' });
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('\u202egnihton');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await dialog.getByText('bidi control character').waitFor();
    assert.equal(await dialog.getByLabel('Name').inputValue(), '\u202egnihton', 'what was typed is still there');
  });

  test('stand as they are where they are shown', async () => {
    const { page } = await visitConsole(browser, service, made.account.id, { who: made.who, path: '/tokens' });
    const shown = await page.getByRole('rowheader').first().textContent();
    assert.ok(shown?.includes(attack), shown ?? '');
  });
});
