import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'reports@example.com' };
const monthly =
  '--cadence monthly --day 31 --at 06:30 --time-zone Europe/Berlin --period previous-month --compare year-before';

for (const engine of engines) {
  describe(`${engine}: schedules`, () => {
    let installation: TestInstallation;
    let project: string;
    before(async () => {
      installation = await givenInstallation(engine, mail);
      project = (await givenProject(installation.db, await givenAccount(installation.db))).id;
    });
    after(async () => await installation[Symbol.asyncDispose]());

    const add = (flags: string) => ['schedules', 'add', '--project', project, ...flags.split(' ')];

    test('add, list, disable, enable, runs and remove agree on a schedule', async () => {
      const added = await installation.json(add(`${monthly} --export pdf,doc --email ann@example.com,bob@example.com`));
      assert.match(added.id, /^sch_[0-9a-z]{26}$/);
      const { id, project_id, next_run_at, created_at, ...told } = added;
      assert.deepEqual(told, {
        cadence: 'monthly',
        day: 31,
        at: '06:30',
        time_zone: 'Europe/Berlin',
        period: 'previous-month',
        compare: 'year-before',
        export: ['pdf', 'doc'],
        email: ['ann@example.com', 'bob@example.com'],
        deliver: 'attachment',
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

    if (engine !== 'sqlite') return;
    const weekly = '--at 06:30 --time-zone UTC --period previous-week --cadence weekly';
    const faults: readonly [flags: string, sentence: RegExp][] = [
      [weekly, /A weekly schedule takes --day monday to sunday\./],
      [`${weekly} --day 8`, /A weekly schedule takes --day monday to sunday\./],
      [monthly.replace('31', '32'), /A monthly schedule takes --day 1 to 31\./],
      [`${monthly.replace('monthly', 'daily')}`, /--day is for weekly and monthly schedules\./],
      [monthly.replace('06:30', '24:00'), /--at takes a time as HH:MM, not "24:00"\./],
      [monthly.replace('Europe/Berlin', '+01:00'), /--time-zone takes a name such as Europe\/Berlin, not "\+01:00"\./],
      [monthly.replace('monthly', 'yearly'), /--cadence takes daily, weekly, monthly, not "yearly"\./],
      [monthly.replace('year-before', 'last'), /--compare takes previous, year-before, none, not "last"\./],
      [`${monthly} --export html`, /--export takes pdf, doc, not "html"\./],
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
