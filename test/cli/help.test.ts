import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Ended, runCommand } from '../support/command.ts';
import { removeFolder } from '../support/folders.ts';
import { spawnCommand } from '../support/process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'report-service-test-'));
after(() => removeFolder(dataDir));
const environment = { DATA_DIR: join(dataDir, 'data') };
const run = (...argv: string[]) => runCommand(argv, environment);

const commands: readonly (readonly [command: string, ...flags: string[]])[] = [
  ['serve', '--role <role>'],
  ['migrate', '--contract', '--plan', '--copy', '--json'],
  ['demo', '--keep'],
  [
    'loadtest',
    '--url <url>',
    '--token <file>',
    '--project <id>',
    '--seconds <n>',
    '--connections <n>',
    '--rate <n>',
    '--json',
  ],
  ['accounts create', '--name <name>', '--plan <plan>', '--add-on <add-on>', '--per-minute <n>', '--per-day <n>'],
  ['accounts list', '--json'],
  ['accounts show', '<id>', '--json'],
  [
    'accounts update',
    '<id>',
    '--name',
    '--plan',
    '--add-on',
    '--remove-add-on',
    '--per-minute',
    '--per-day',
    '--keep-reports-months',
    '--json',
  ],
  ['accounts brand', '<id>', '--set <file>', '--remove', '--json'],
  ['accounts retention', '<id>', '--months <n>', '--json'],
  ['accounts hold', '<id>', '--reason <text>', '--project <id>', '--json'],
  ['accounts end-hold', '<id>', '<hold>', '--json'],
  ['accounts security', '<id>', '--clear-networks', '--waive-second-factor', '--json'],
  ['users second-factor reset', '<user>', '--json'],
  ['users export', '<user>'],
  ['users remove', '<user>', '--json'],
  ['plans list', '--json'],
  ['plans show', '<plan>', '--json'],
  ['plans create', '<plan>', '--api-access', '--max-projects <n>', '--max-upload-mb <n>', '--json'],
  ['plans set', '<plan>', '--name <name>', '--no-api-access', '--max-members <n>', '--json'],
  ['plans remove', '<plan>', '--json'],
  ['tokens create', '--account <id>', '--name', '--scopes', '--kind', '--expires-in <duration>', '--json'],
  ['tokens list', '--account <id>', '--json'],
  ['tokens revoke', '<public-id>', '--json'],
  ['connections add', '--project', '--system', '--name', '--config <file>', '--secret <file>', '--json'],
  ['connections list', '--project <id>', '--json'],
  ['connections verify', '<id>', '--json'],
  ['connections remove', '<id>', '--json'],
  ['shares create', '--report <id>', '--password', '--expires-in <duration>', '--json'],
  ['shares list', '--report <id>', '--project <id>', '--account <id>', '--json'],
  ['shares revoke', '<id>', '--json'],
  ['chat-channels add', '--account <id>', '--system <system>', '--name <name>', '--url <url>', '--json'],
  ['chat-channels update', '<id>', '--name <name>', '--url <url>', '--json'],
  ['chat-channels list', '--account <id>', '--json'],
  ['chat-channels test', '<id>', '--locale <locale>', '--json'],
  ['chat-channels remove', '<id>', '--json'],
  ['webhooks add', '--account <id>', '--url <url>', '--events <types>', '--project <ids>', '--signing', '--json'],
  ['webhooks list', '--account <id>', '--json'],
  ['webhooks enable', '<id>', '--json'],
  ['webhooks disable', '<id>', '--json'],
  ['webhooks remove', '<id>', '--json'],
  ['webhooks rotate', '<id>', '--json'],
  ['webhooks test', '<id>', '--json'],
  ['webhooks deliveries', '<id>', '--json'],
  ['webhooks resend', '<delivery>', '--json'],
  ['webhooks resend-since', '<id>', '--since <time>', '--which', '--json'],
  ['backup', '[dir]', '--to <store>', '--key <file>', '--json'],
  ['backup list', '<store>', '--key <file>', '--json'],
  ['backup verify', '<place>', '--key <file>', '--backup <id>', '--json'],
  ['backup prune', ...['<store>', '--keep-days <n>', '--keep-months <n>', '--key <file>', '--dry-run', '--json']],
  ['backup new-key', '<file>', '--json'],
  ['restore', '<place>', '--backup <id>', '--key <file>', '--account <id>', '--json'],
  ['doctor', '--json'],
];

for (const [command, ...flags] of commands) {
  test(`${command} --help says what it takes, and does nothing`, async () => {
    const { code, stdout, stderr } = await run(...command.split(' '), '--help');
    assert.equal(code, 0);
    assert.equal(stderr, '');
    assert.match(stdout, new RegExp(`^Usage: report-service ${command} `));
    for (const flag of flags) assert.ok(stdout.includes(flag), `${flag} is missing in ${stdout}`);
  });
}

test('--version prints only the version', async () => {
  assert.match((await spawnCommand(['--version'], environment)).stdout, /^\d+\.\d+\.\d+(-\S+)?\n$/);
});

const refusals: readonly (readonly [string, argv: readonly string[], says: RegExp])[] = [
  ['no command', [], /Usage: report-service/],
  ['a command without its verb', ['accounts'], /Usage: report-service accounts/],
  ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
  ['an unknown verb', ['accounts', 'frobnicate'], /unknown command 'frobnicate'/],
  ['an unknown flag', ['accounts', 'list', '--frobnicate'], /unknown option '--frobnicate'/],
  ['a missing required flag', ['accounts', 'create', '--name', 'A'], /required option '--plan <plan>'/],
  ['a missing argument', ['accounts', 'show'], /missing required argument 'id'/],
  ['one argument too many', ['accounts', 'list', 'extra'], /too many arguments/],
  ['a flag without its value', ['tokens', 'list', '--account'], /argument missing/],
  ['an unknown role', ['serve', '--role', 'boss'], /--role takes all, api or worker, not "boss"/],
  ['a bad number', ['accounts', 'update', 'x', '--per-minute', '1.5'], /--per-minute takes a whole number/],
  ['a number out of range', ['accounts', 'update', 'x', '--per-day', '0'], /--per-day takes a whole number from 1 to/],
  ['a list of links of nothing', ['shares', 'list'], /exactly one of --report, --project and --account/],
  [
    'a list of links of two owners',
    ['shares', 'list', '--report', 'x', '--account', 'y'],
    /exactly one of --report, --project and --account/,
  ],
  [
    'a password among the arguments',
    ['shares', 'create', '--report', 'x', '--password', 'secret'],
    /too many arguments/,
  ],
  [
    'a bad duration',
    ['tokens', 'create', '--account', 'x', '--name', 'x', '--scopes', 'reports:read', '--expires-in', '2w'],
    /--expires-in takes a duration such as 30s, 15m, 12h or 90d, not "2w"/,
  ],
  [
    'a duration out of range',
    ['tokens', 'create', '--account', 'x', '--name', 'x', '--scopes', 'reports:read', '--expires-in', '3651d'],
    /--expires-in takes at most 3650d, not "3651d"/,
  ],
];

for (const [what, argv, says] of refusals) {
  test(`${what} is refused on stderr, before anything is opened`, async () => {
    assertRefused(await run(...argv), says);
    assert.deepEqual(readdirSync(dataDir), []);
  });
}

function assertRefused({ code, stdout, stderr }: Ended, says: RegExp): void {
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, says);
  assert.doesNotMatch(stderr, /^\s+at /m, 'no stack');
}
