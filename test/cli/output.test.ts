import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { after, before } from 'node:test';
import { sql } from 'kysely';
import { recordAudit } from '../../src/domains/audit/audit.ts';
import { givenInstallation, spawnCommand, type TestInstallation } from '../support/process.ts';
import { program } from '../support/program.ts';
import { test, usually } from '../support/suite.ts';

const lines = usually(['audit list', 'audit list --json', '--help', 'accounts --help', '--version'], ['audit list']);

let installation: TestInstallation;
before(async () => {
  installation = await givenInstallation('sqlite');
  const details = { text: 'x'.repeat(50_000) };
  for (let index = 0; index < 10; index++) {
    await recordAudit(installation.db, 'operator:test', { action: 'x', accountId: null, subject: 'x', details });
  }
});
after(async () => await installation[Symbol.asyncDispose]());

/** Runs a command in a shell that does something else with its output. */
async function run(command: string, line: string) {
  const env = { PATH: process.env.PATH ?? '', ...installation.environment };
  const child = spawn('sh', ['-c', command, program, ...line.split(' ')], { env });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: (await closed)[0] as number | null, stdout, stderr };
}

test('a closed stdout ends a command quietly', async () => {
  for (const line of lines) {
    const { stdout, stderr } = await run('{ "$0" "$@"; echo "code $?" >&2; } | true', line);
    assert.equal(stderr, 'code 0\n', line);
    assert.equal(stdout, '');
  }
});

test('output that cannot be written is reported in one sentence', {
  skip: !existsSync('/dev/full') && 'there is no /dev/full',
}, async () => {
  for (const line of lines) {
    const { code, stderr } = await run('exec "$0" "$@" > /dev/full', line);
    assert.match(stderr, /^The output cannot be written: ENOSPC[^\n]*\.\n$/, line);
    assert.equal(code, 1, line);
  }
});

test('a list prints all of its lines, however many', async () => {
  await using large = await givenInstallation('sqlite');
  await sql`insert into accounts (id, name, plan, add_ons, created_at, updated_at, allowed_networks)
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers
    where number < 150000) select 'acc_' || number, 'Large', 'agency', '[]', '', '', '[]' from numbers`.execute(
    large.db,
  );
  const { code, stdout, stderr } = await spawnCommand(['accounts', 'list'], large.environment);
  assert.equal(stderr, '');
  assert.equal(code, 0);
  assert.equal(stdout.split('\n').length - 2, 150_000);
});

test('a text stays within its row and cannot control the terminal', async () => {
  await using own = await givenInstallation('sqlite');
  const { id } = await own.json(['accounts', 'create', '--name', 'One\nTwo\u001b[2J\u009b1m', '--plan', 'pro']);
  for (const argv of [
    ['accounts', 'list'],
    ['accounts', 'show', id],
  ]) {
    const { stdout } = await own.run(argv);
    assert.ok(stdout.includes('One\\u000aTwo\\u001b[2J\\u009b1m'), stdout);
  }
  assert.equal((await own.json(['accounts', 'show', id])).name, 'One\nTwo\u001b[2J\u009b1m');
});
