import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bufferedDestination, createLog } from '../../src/platform/log.ts';
import { eventually } from '../support/eventually.ts';
import { makeFolder } from '../support/file-connection.ts';

/** What one call of the log writes, read back. */
function logged(fields: Record<string, unknown>, message = 'message'): Record<string, unknown> {
  const lines: string[] = [];
  createLog('info', { write: (line: string) => void lines.push(line) }).info(fields, message);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /\n$/);
  return JSON.parse(lines[0] ?? '');
}

test('a line has its level, time, fields and message', () => {
  const { time, ...line } = logged({ account: 'acc_1', status: 200 });
  assert.deepEqual(line, { level: 'info', account: 'acc_1', status: 200, msg: 'message' });
  assert.match(String(time), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
});

test('the content of a field named like a secret is redacted, whatever it is and however deep', () => {
  const { a, ...rest } = logged({
    secret: { api_key: 'hush' },
    token: 'hush',
    a: [{ b: { password: ['hush'], Authorization: 'kept', authorization: 7, c: 'kept' } }],
  });
  assert.deepEqual([rest.secret, rest.token], ['[redacted]', '[redacted]']);
  assert.deepEqual(a, [
    { b: { password: '[redacted]', Authorization: 'kept', authorization: '[redacted]', c: 'kept' } },
  ]);
});

test('secrets within texts and errors are redacted', () => {
  const token = 'rs_live_0123456789abcdef.hushhushhush';
  const link = `/shared/${'hush'.repeat(11).slice(1)}/download/pdf`;
  const error = new Error(`postgres://user:hush@db:5432/x Bearer hush ${token} ${link}`);
  const line = JSON.stringify(logged({ err: error }, token));
  assert.ok(!line.includes('hush'), line);
  assert.ok(line.includes('postgres://user:[redacted]@db:5432/x'));
  assert.ok(line.includes('rs_live_0123456789abcdef.[redacted]'));
  assert.ok(line.includes('/shared/[redacted]/download/pdf'));
});

test('a line that is written some at a time is written without another one after it', async () => {
  const path = join(await makeFolder(), 'log');
  writeFileSync(path, '');
  createLog('info', bufferedDestination(path)).info('alone');
  assert.match(await eventually(() => readFileSync(path, 'utf8') || undefined), /"msg":"alone"}\n$/);
});

test('a line that is written some at a time is written without another one after it', async () => {
  const path = join(await makeFolder(), 'log');
  writeFileSync(path, '');
  createLog('info', bufferedDestination(path)).info('alone');
  assert.match(await eventually(() => readFileSync(path, 'utf8') || undefined), /"msg":"alone"}\n$/);
});
