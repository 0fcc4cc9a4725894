import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { after, before, describe } from 'node:test';
import { type Ended, runCommand } from '../support/command.ts';
import { engines } from '../support/databases.ts';
import { givenInstallation, startCommand, type TestInstallation } from '../support/process.ts';
import { program } from '../support/program.ts';
import { enterPassword, givenSharedReport, password } from '../support/shares.ts';
import { test, usually } from '../support/suite.ts';

const unknownBody = '00000000000000000000000000';
const dayMs = 86_400_000;

function assertRefused({ code, stdout, stderr }: Ended, says: RegExp): void {
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, says);
  assert.equal(stderr.trimEnd().split('\n').length, 1, `one sentence, not: ${stderr}`);
}

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: shares`, () => {
    let installation: TestInstallation;
    let owner: Awaited<ReturnType<typeof givenSharedReport>>;
    before(async () => {
      installation = await givenInstallation(engine);
      owner = await givenSharedReport(installation);
    });
    after(() => installation[Symbol.asyncDispose]());

    const create = (flags: readonly string[] = [], input?: string) =>
      installation.json(['shares', 'create', '--report', owner.reportId, ...flags], input);
    const list = (...flags: string[]) => installation.json(['shares', 'list', ...flags]);

    test('create shows the link once; list never does', async () => {
      const { link, ...shown } = await create();
      assert.match(shown.id, /^shr_[0-9a-z]{26}$/);
      assert.match(link, /^\/shared\/[0-9A-Za-z]{43}$/, 'the path alone, as PORT=0 tells no port');
      const { account, projectId, reportId } = owner;
      assert.deepEqual(shown, {
        id: shown.id,
        kind: 'report',
        account_id: account.id,
        project_id: projectId,
        report_id: reportId,
        state: 'active',
        password: false,
        figures: false,
        periods: null,
        created_at: shown.created_at,
        expires_at: null,
        revoked_at: null,
        view_count: 0,
        last_viewed_at: null,
      });
      for (const flags of [
        ['--report', reportId],
        ['--project', projectId],
        ['--account', account.id],
      ]) {
        assert.deepEqual((await list(...flags)).at(-1), shown);
      }
      const { stdout } = await installation.run(['shares', 'list', '--report', reportId]);
      assert.ok(stdout.includes(shown.id) && !stdout.includes(link.split('/').at(-1)));
    });

    test('guests get the figures of a link only where it was made so', async () => {
      const { id, figures } = await create(['--figures']);
      assert.equal(figures, true);
      const shown = await list('--report', owner.reportId);
      assert.deepEqual(
        shown.filter((share: { figures: boolean }) => share.figures).map((share: { id: string }) => share.id),
        [id],
      );
      const [entry] = await installation.json(['audit', 'list', '--limit', '1']);
      assert.deepEqual([entry.action, entry.subject, entry.details.figures], ['share.create', id, true]);
    });

    test('the link begins with PUBLIC_URL, or else with HOST and PORT', async () => {
      const linkOf = async (environment: Record<string, string>) => {
        const command = ['shares', 'create', '--report', owner.reportId, '--json'];
        const { stdout } = await runCommand(command, { ...installation.environment, ...environment });
        return JSON.parse(stdout).link as string;
      };
      const publicUrl = 'https://reports.example.com/agency/';
      assert.match(
        await linkOf({ PUBLIC_URL: publicUrl }),
        /^https:\/\/reports\.example\.com\/agency\/shared\/\w{43}$/,
      );
      assert.match(await linkOf({ HOST: '::1', PORT: '8081' }), /^http:\/\/\[::1\]:8081\/shared\/\w{43}$/);
    });

    test('a link lives as long as asked, 366 days at most', async () => {
      const { created_at, expires_at } = await create(['--expires-in', '366d']);
      for (const time of [created_at, expires_at]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.equal(Date.parse(expires_at) - Date.parse(created_at), 366 * dayMs);
      const tooLong = ['shares', 'create', '--report', owner.reportId, '--expires-in', '367d'];
      assertRefused(await installation.run(tooLong), /lives 366 days at most/);
    });

    test('list distinguishes active, expired and revoked links', async () => {
      const [active, expired, revoked] = [await create(), await create(['--expires-in', '1h']), await create()];
      const past = { expires_at: '2020-01-01T00:00:00.000Z' };
      await installation.db.updateTable('shares').set(past).where('id', 'in', [expired.id, revoked.id]).execute();
      await installation.json(['shares', 'revoke', revoked.id]);
      const states = new Map((await list('--report', owner.reportId)).map(({ id, state }: never) => [id, state]));
      assert.deepEqual(
        [active, expired, revoked].map(({ id }) => states.get(id)),
        ['active', 'expired', 'revoked'],
      );
    });

    test('a page that is always current is shared with its choices, listed by its kind, and logged', async () => {
      const flags = ['--live', '--project', owner.projectId, '--periods', 'last-28-days,previous-month'];
      const more = [
        '--compare',
        'year-before,none',
        '--own-days',
        '--keep',
        '2h',
        '--embed-at',
        'https://www.example.com',
      ];
      const { link, ...shown } = await installation.json(['shares', 'create', ...flags, ...more]);
      assert.match(link, /^\/shared\/[0-9A-Za-z]{43}$/);
      const { kind, report_id, project_id, periods } = shown;
      assert.deepEqual([kind, report_id, project_id], ['live', null, owner.projectId]);
      assert.equal(periods, 'last-28-days,previous-month');
      assert.deepEqual((await list('--project', owner.projectId)).at(-1), shown);
      const { live } = await installation.db
        .selectFrom('shares')
        .select('live')
        .where('id', '=', shown.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual(JSON.parse(live ?? ''), {
        ...{ periods: ['last-28-days', 'previous-month'], own_days: true, compare: ['year-before', 'none'] },
        ...{ keep_minutes: 120, origins: ['https://www.example.com'] },
      });
      const entry = await installation.db
        .selectFrom('audit_log')
        .select('action')
        .where('subject', '=', shown.id)
        .executeTakeFirstOrThrow();
      assert.equal(entry.action, 'share.create_live');
      assert.equal((await installation.json(['shares', 'revoke', shown.id])).state, 'revoked');
    });

    test('update changes the choices of a page that is always current one by one, and is logged; the link stays', async () => {
      const flags = [
        '--live',
        '--project',
        owner.projectId,
        '--periods',
        'last-28-days',
        '--embed-at',
        'https://a.example',
      ];
      const { id } = await installation.json(['shares', 'create', ...flags]);
      const stored = async () => {
        const one = installation.db.selectFrom('shares').select(['live', 'token_hash']).where('id', '=', id);
        const { live, token_hash } = await one.executeTakeFirstOrThrow();
        return { live: JSON.parse(live ?? ''), token_hash };
      };
      const before = await stored();
      const update = (...changes: string[]) => installation.json(['shares', 'update', id, ...changes]);
      assert.equal(
        (await update('--periods', 'this-month,previous-week', '--own-days')).periods,
        'this-month,previous-week',
      );
      await update('--compare', 'none,previous', '--keep', '1d');
      assert.deepEqual(await stored(), {
        ...before,
        live: {
          ...{ periods: ['this-month', 'previous-week'], own_days: true, compare: ['none', 'previous'] },
          ...{ keep_minutes: 1_440, origins: ['https://a.example'] },
        },
      });
      await update('--no-own-days', '--no-embed-at');
      assert.deepEqual([(await stored()).live.own_days, (await stored()).live.origins], [false, []]);
      const actions = await installation.db
        .selectFrom('audit_log')
        .select('action')
        .where('subject', '=', id)
        .execute();
      assert.deepEqual(actions.map(({ action }) => action).slice(1), Array(3).fill('share.update'));
      const { id: report } = await installation.json(['shares', 'create', '--report', owner.reportId]);
      for (const [args, says] of [
        [[id], /needs something to change/],
        [[id, '--keep', '5m'], /--keep takes from 15m to 24h/],
        [[id, '--periods', 'tomorrow'], /--periods takes last-7-days/],
        [[id, '--embed-at', 'example.com'], /An origin is written such as/],
        [[report, '--own-days'], /leads to a report, whose readers choose nothing/],
        [[`shr_${unknownBody}`, '--own-days'], /shr_0/],
      ] as const) {
        assertRefused(await installation.run(['shares', 'update', ...args]), says);
      }
    });

    test('flags that do not belong together, and words that are none, are refused in one sentence', async () => {
      const live = ['--live', '--project', owner.projectId];
      for (const [flags, says] of [
        [[], /needs --report, or --live/],
        [['--live', '--periods', 'last-7-days'], /--live needs --project/],
        [live, /--live needs --periods: some of last-7-days/],
        [[...live, '--periods', 'tomorrow'], /--periods takes last-7-days.* not "tomorrow"/],
        [[...live, '--periods', 'last-7-days', '--compare', 'x'], /--compare takes previous/],
        [[...live, '--periods', 'last-7-days', '--keep', '5m'], /--keep takes from 15m to 24h/],
        [[...live, '--periods', 'last-7-days', '--embed-at', 'example.com'], /An origin is written such as/],
        [[...live, '--periods', 'last-7-days', '--report', owner.reportId], /--report or --live, not both/],
        [[...live, '--periods', 'last-7-days', '--figures'], /--figures is for links to reports/],
        [['--report', owner.reportId, '--own-days'], /--own-days needs --live/],
        [['--live', '--project', `prj_${unknownBody}`, '--periods', 'last-7-days'], /prj_0/],
      ] as const) {
        assertRefused(await installation.run(['shares', 'create', ...flags]), says);
      }
    });

    test('a password is the first line of standard input', async () => {
      const { password: isProtected, link } = await create(['--password'], `${password}\nmore\n`);
      assert.equal(isProtected, true);
      await using service = startCommand(['serve', '--role', 'api'], installation.environment);
      const url = (await service.firstLine).replace('listening on ', '') + link;
      assert.equal((await enterPassword(url, password)).status, 303);
      assert.equal((await enterPassword(url, 'more')).status, 403);
    });

    test('a password is asked for at a terminal and not shown there', {
      skip: !existsSync('/usr/bin/script'),
    }, async () => {
      const command = `${program} shares create --report ${owner.reportId} --password`;
      const env = { PATH: process.env.PATH ?? '', ...installation.environment };
      const terminal = spawn('/usr/bin/script', ['--quiet', '--return', '--command', command, '/dev/null'], { env });
      const asked = Promise.withResolvers<void>();
      terminal.stdout.on('data', (chunk: Buffer) => chunk.includes('Password for the link: ') && asked.resolve());
      const output = text(terminal.stdout);
      output.then(() => asked.resolve());
      await asked.promise;
      terminal.stdin.write(`${password}\r`);
      const shown = await output;
      assert.match(shown, /Password for the link: /);
      assert.match(shown, /password +true/);
      assert.ok(!shown.includes(password), shown);
    });

    test('a revocation takes effect at once on a running service; a second one changes nothing', async () => {
      await using service = startCommand(['serve', '--role', 'api'], installation.environment);
      const url = (await service.firstLine).replace('listening on ', '');
      const { id, link } = await create();
      assert.equal((await fetch(url + link)).status, 200);
      const revoked = await installation.json(['shares', 'revoke', id]);
      assert.equal(revoked.state, 'revoked');
      assert.equal((await fetch(url + link)).status, 404);
      assert.deepEqual((await installation.json(['shares', 'revoke', id])).revoked_at, revoked.revoked_at);
    });

    test('unknown reports, lost ones and short passwords are refused in one sentence', async () => {
      const { run } = installation;
      const share = (report: string, ...flags: string[]) => ['shares', 'create', '--report', report, ...flags];
      assertRefused(await run(share(`rep_${unknownBody}`)), /There is no report rep_0/);
      assertRefused(await run(share(owner.reportId, '--password'), '1234567\n'), /8 to 200 characters/);
      assertRefused(await run(share(owner.reportId, '--password'), ''), /8 to 200 characters/);
      assertRefused(await run(['shares', 'revoke', `shr_${unknownBody}`]), /There is no share shr_0/);
      for (const [name, prefix] of [
        ['report', 'rep'],
        ['project', 'prj'],
        ['account', 'acc'],
      ]) {
        const unknown = ['shares', 'list', `--${name}`, `${prefix}_${unknownBody}`];
        assertRefused(await run(unknown), new RegExp(`There is no ${name} ${prefix}_0`));
      }
      const lost = await givenSharedReport(installation);
      const { db } = installation;
      await db.updateTable('reports').set({ status: 'unavailable' }).where('id', '=', lost.reportId).execute();
      assertRefused(await run(share(lost.reportId)), /is lost; generate the report again/);
    });
  });
}
