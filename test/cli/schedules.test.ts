import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import { getSchedule } from '../../src/domains/schedules/schedules.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';
import { givenWaitingReport } from '../support/schedules.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'reports@example.com' };
const monthly =
  '--cadence monthly --day 31 --at 06:30 --time-zone Europe/Berlin --period previous-month --compare year-before';

for (const engine of engines) {
  describe(`${engine}: schedules`, () => {
    let installation: TestInstallation;
    let project: string;
    let account: string;
    before(async () => {
      installation = await givenInstallation(engine, mail);
      const given = await givenAccount(installation.db);
      account = given.id;
      project = (await givenProject(installation.db, given)).id;
    });
    after(async () => await installation[Symbol.asyncDispose]());

    const add = (flags: string) => ['schedules', 'add', '--project', project, ...flags.split(' ')];

    test('add, list, disable, enable, runs and remove agree on a schedule', async () => {
      const added = await installation.json(add(`${monthly} --export pdf,doc --email ann@example.com,bob@example.com`));
      assert.match(added.id, /^sch_[0-9a-z]{26}$/);
      const { id, project_id, next_run_at, created_at, ...told } = added;
      assert.deepEqual(told, {
        when: 'Every month on the last day at 6:30 AM',
        cadence: 'monthly',
        day: 31,
        month: null,
        from: null,
        until: null,
        skip: [],
        rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1',
        at: '06:30',
        time_zone: 'Europe/Berlin',
        period: 'previous-month',
        compare: 'year-before',
        export: ['pdf', 'doc'],
        email: ['ann@example.com', 'bob@example.com'],
        channels: [],
        deliver: 'attachment',
        ...{ subject: null, message: null, reply_to: null, sender_name: null, cc: [], bcc: [], recipient_options: [] },
        approve: false,
        approvers: [],
        only_if: [],
        fresh_by: null,
        enabled: true,
      });
      assert.ok(Date.parse(next_run_at) > Date.now());
      for (const time of [next_run_at, created_at]) assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.deepEqual(await installation.json(['schedules', 'list', '--project', project]), [added]);
      const rested = await installation.json(['schedules', 'disable', id]);
      assert.deepEqual(rested, { ...added, enabled: false, next_run_at: null });
      assert.deepEqual(await installation.json(['schedules', 'enable', id]), added);
      assert.deepEqual(await installation.json(['schedules', 'runs', id]), []);
      assert.deepEqual((await installation.json(['schedules', 'remove', id])).id, id);
      assert.deepEqual(await installation.json(['schedules', 'list', '--project', project]), []);
    });

    test('update changes what the e-mails say, and names the flag at fault', async () => {
      const { id } = await installation.json(add(`${monthly} --export pdf --email ann@example.com`));
      const flags = ['--subject', '{{project}}: {{period.current}}', '--cc', 'head@example.com'];
      const updated = await installation.json(['schedules', 'update', id, ...flags, '--sender-name', 'Agency']);
      assert.deepEqual([updated.subject, updated.cc, updated.sender_name], [flags[1], ['head@example.com'], 'Agency']);
      const reset = await installation.json(['schedules', 'update', id, '--subject', 'none', '--cc', 'none']);
      assert.deepEqual([reset.subject, reset.cc, reset.sender_name], [null, [], 'Agency']);
      const refused = await installation.run(['schedules', 'update', id, '--message', 'Of {{nobody}}']);
      assert.match(refused.stderr, /The placeholder "\{\{nobody\}\}" stands for nothing\./);
      assert.deepEqual(await installation.json(['deliveries', 'list', '--account', account]), []);
      assert.deepEqual(await installation.json(['unwanted', 'list', '--account', account]), []);
      const unknown = await installation.run(['deliveries', 'send', 'dlv_1']);
      assert.match(unknown.stderr, /There is no e-mail dlv_1; "deliveries list --account ID" shows them\./);
      await installation.json(['schedules', 'remove', id]);
    });

    test('what single recipients get otherwise is a flag for each, which replaces those before', async () => {
      const { id } = await installation.json(add(`${monthly} --export pdf --email ann@example.com,bob@example.com`));
      const update = (...flags: string[]) => installation.json(['schedules', 'update', id, ...flags]);
      const own = [
        '--for',
        'ann@example.com; language=de; sections=kpis|Key figures',
        '--for',
        'bob@example.com; deliver=link',
      ];
      assert.deepEqual((await update(...own)).recipient_options, [
        { address: 'ann@example.com', language: 'de', sections: ['kpis', 'Key figures'] },
        { address: 'bob@example.com', deliver: 'link' },
      ]);
      assert.equal((await update('--subject', 'Hello')).recipient_options.length, 2);
      const refusals = [
        ['ann@example.com; colour=red', /--for takes language=…, deliver=… and sections=… behind an address/],
        ['ann@example.com; language=de; language=fr', /--for takes each of its options once/],
        ['ann@example.com; deliver=fax', /takes attachment, link, not "fax"/],
        ['ann@example.com; language=german', /--for takes a language such as de/],
        ['carol@example.com; language=de', /"carol@example\.com" is none of the addresses that this schedule mails/],
      ] as const;
      for (const [flag, told] of refusals) {
        assert.match((await installation.run(['schedules', 'update', id, '--for', flag])).stderr, told);
      }
      assert.deepEqual((await update('--for', 'none')).recipient_options, []);
      await installation.json(['schedules', 'remove', id]);
    });

    test('update changes what is named, and days are read as they are shown', async () => {
      const { id } = await installation.json(add(`${monthly} --from 2026-12-01 --skip 2099-01-31`));
      const update = (flags: string) => installation.json(['schedules', 'update', id, ...flags.split(' ')]);
      for (const [flags, shown] of [
        [
          '--day first-monday',
          {
            cadence: 'monthly',
            day: 'first-monday',
            when: 'Every month on the first Monday at 6:30 AM, from Dec 1, 2026, not on Jan 31, 2099',
          },
        ],
        ['--day working-day-3', { day: 'working-day-3' }],
        ['--cadence quarterly --day last-working-day --month 2', { day: 'last-working-day', month: 2 }],
        ['--cadence yearly --month 12', { cadence: 'yearly', day: 'last-working-day', month: 12 }],
        ['--cadence fortnightly --day friday', { cadence: 'fortnightly', day: 'friday', month: null }],
        ['--cadence weekdays --until 2099-12-31', { cadence: 'weekdays', day: null, until: '2099-12-31' }],
        ['--only-if rows,revenue:12.5', { only_if: ['rows', 'revenue:12.5'] }],
        ['--only-if none', { only_if: [] }],
        ['--fresh-by 11:00', { fresh_by: { hour: '11:00', otherwise: 'send' } }],
        ['--fresh-by 12:00,skip', { fresh_by: { hour: '12:00', otherwise: 'skip' } }],
        ['--fresh-by none', { fresh_by: null }],
        ['--from none --skip none --period year-to-date', { from: null, skip: [], period: 'year-to-date' }],
      ] as const) {
        const updated: Record<string, unknown> = await update(flags);
        assert.deepEqual({ ...updated, ...shown }, updated, flags);
      }
      const { stdout } = await installation.run(['schedules', 'list', '--project', project, '--locale', 'de']);
      assert.match(stdout, /Montag bis Freitag um 06:30 Uhr, bis 31\.12\.2099/);
      await installation.json(['schedules', 'remove', id]);
    });

    test('a rule of RFC 5545 says when a schedule fires, in place of its days; what it cannot keep is named', async () => {
      const whole = [
        'DTSTART;TZID=Europe/Berlin:20261202T063000',
        'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=3;UNTIL=20301231T053000Z',
        'EXDATE;TZID=Europe/Berlin:20270105T063000',
      ].join('\n');
      const given = ['schedules', 'add', '--project', project, '--period', 'previous-month'];
      const added = await installation.json([...given, '--rrule', whole]);
      const { id, day, from, until, skip, at, rrule } = added;
      assert.deepEqual(
        [day, from, until, skip, at, added.time_zone],
        ['working-day-3', '2026-12-02', '2030-12-31', ['2027-01-05'], '06:30', 'Europe/Berlin'],
      );
      assert.equal(rrule, 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=3;UNTIL=20301231T053000Z');
      const update = (...flags: string[]) => installation.json(['schedules', 'update', id, ...flags]);
      const same = await update('--rrule', rrule);
      assert.deepEqual([same.rrule, same.from, same.skip], [rrule, from, skip], 'what was given can be taken again');
      const weekly = await update('--rrule', 'FREQ=WEEKLY;BYDAY=FR');
      assert.deepEqual([weekly.cadence, weekly.day, weekly.until, weekly.from], ['weekly', 'friday', null, from]);
      const fault = async (...flags: string[]) =>
        (await installation.run(['schedules', 'update', id, ...flags])).stderr;
      assert.match(await fault('--rrule', 'FREQ=HOURLY'), /FREQ=HOURLY cannot be kept: a schedule is daily, weekly/);
      assert.match(await fault('--rrule', 'FREQ=DAILY', '--day', 'monday'), /leave out weekday, or rrule/);
      assert.match(await fault('--rrule', whole, '--at', '07:00'), /The rule says it already; leave out at/);
      assert.match(await fault('--fresh-by', '06:00'), /waits until a later hour of the same day, not until 06:00/);
      assert.match(await fault('--fresh-by', '11'), /--fresh-by takes a time as HH:MM, not "11"/);
      assert.match(await fault('--fresh-by', '11:00,wait'), /--fresh-by takes such as 11:00, or 11:00,skip/);
      const { stderr } = await installation.run([...given, '--at', '06:30', '--time-zone', 'UTC']);
      assert.match(stderr, /Say how often it fires: --cadence, or --rrule\./);
      await installation.json(['schedules', 'remove', id]);
    });

    test('a test goes to one address alone, which has to be one', async () => {
      const { id } = await installation.json(add(monthly));
      const run = await installation.json(['schedules', 'test', id, '--to', 'Ann@example.com']);
      assert.deepEqual([run.schedule_id, run.state, run.to], [id, 'generating', 'Ann@example.com']);
      const { db } = installation;
      const stored = await db
        .selectFrom('schedule_runs')
        .selectAll()
        .where('id', '=', run.id)
        .executeTakeFirstOrThrow();
      assert.equal(stored.test_recipient, 'Ann@example.com');
      const faulty = await installation.run(['schedules', 'test', id, '--to', 'ann']);
      assert.match(faulty.stderr, /--to takes addresses such as ann@example\.com, not "ann"/);
      const unknown = await installation.run(['schedules', 'test', 'sch_1', '--to', 'ann@example.com']);
      assert.match(unknown.stderr, /There is no schedule sch_1/);
      await db.updateTable('jobs').set({ status: 'failed' }).where('id', '=', run.generation_job_id).execute();
      await installation.json(['schedules', 'remove', id]);
    });

    test('a report that waits is released or rejected, once', async () => {
      const { db, dataDir } = installation;
      const objects = await openFileStore(join(dataDir, 'objects'));
      const { id, approve } = await installation.json(add(`${monthly} --approve`));
      assert.equal(approve, true);
      const schedule = await getSchedule(db, id);
      const account = { id: schedule.account_id } as Account;
      const [one, other] = [
        await givenWaitingReport(db, objects, account, schedule),
        await givenWaitingReport(db, objects, account, schedule),
      ];
      assert.equal((await installation.json(['schedules', 'release', one.runId])).state, 'completed');
      const again = await installation.run(['schedules', 'release', one.runId]);
      assert.match(again.stderr, /does not wait to be released any more/);
      const rejected = await installation.json(['schedules', 'reject', other.runId, '--reason', 'October is missing.']);
      assert.equal(rejected.state, 'rejected');
      const runs: { id: string; decision: { reason: string | null } }[] = await installation.json([
        'schedules',
        'runs',
        id,
      ]);
      assert.equal(runs.find((run) => run.id === other.runId)?.decision.reason, 'October is missing.');
      assert.match((await installation.run(['schedules', 'release', 'run_none'])).stderr, /There is no run run_none/);
    });

    if (engine !== 'sqlite') return;
    const weekly = '--at 06:30 --time-zone UTC --period previous-week --cadence weekly';
    const faults: readonly [flags: string, sentence: RegExp][] = [
      [weekly, /A weekly or fortnightly schedule takes --day monday to sunday\./],
      [`${weekly} --day 8`, /A weekly or fortnightly schedule takes --day monday to sunday\./],
      [monthly.replace('31', '32'), /A schedule by the month takes --day 1 to 31, such as/],
      [monthly.replace('31', 'fifth-monday'), /--day takes monday to sunday; 1 to 31; first-monday/],
      [monthly.replace('31', 'working-day-21'), /--day takes 1 to 20, or -1 for the last\./],
      [monthly.replace('monthly', 'yearly'), /A yearly schedule takes --month 1 to 12\./],
      [`${monthly} --until 2026-01-01`, /--until leaves no day on which the schedule would fire again/],
      [`${monthly} --from 2099-01-01 --until 2098-01-01`, /--until lies before the first day\./],
      [`${monthly} --skip 2026-02-30`, /--skip takes days as YYYY-MM-DD, not "2026-02-30"\./],
      [`${monthly.replace('monthly', 'daily')}`, /--day and --month are not for schedules of every day/],
      [monthly.replace('06:30', '24:00'), /--at takes a time as HH:MM, not "24:00"\./],
      [monthly.replace('Europe/Berlin', '+01:00'), /--time-zone takes a name such as Europe\/Berlin, not "\+01:00"\./],
      [
        monthly.replace('monthly', 'hourly'),
        /--cadence takes daily, weekdays, weekly, fortnightly, .*, not "hourly"\./,
      ],
      [monthly.replace('year-before', 'last'), /--compare takes previous, year-before, none, not "last"\./],
      [`${monthly} --only-if revenue`, /--only-if takes rows, goal-off-course, or such as revenue:10, not "revenue"/],
      [`${monthly} --export html`, /--export takes pdf, doc, pptx, not "html"\./],
      [`${monthly} --export pdf --email ann`, /--email takes addresses such as ann@example\.com, not "ann"\./],
      [`${monthly} --email ann@example.com`, /There is no file to attach; add --export pdf, or --deliver link\./],
    ];
    for (const [flags, sentence] of faults) {
      test(`add ${flags} is refused with what to do`, async () => {
        const { code, stderr } = await installation.run(add(flags));
        assert.equal(code, 1);
        assert.match(stderr, sentence);
      });
    }
  });
}
