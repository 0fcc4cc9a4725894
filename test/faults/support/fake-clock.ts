import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../../support/folders.ts';

/** Debian's package `faketime`; the variant for programs of several threads. */
const [library = ''] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');

/** A clock for processes started with its environment. Their monotonic clock is unaffected. */
export interface FakeClock extends Disposable {
  readonly environment: Readonly<Record<string, string>>;
  /** Sets the offset from the real clock from now on. */
  set(offsetMs: number): void;
}

export function makeFakeClock(): FakeClock {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-clock-'));
  const file = join(folder, 'offset');
  const set = (offsetMs: number) => writeFileSync(file, `${offsetMs < 0 ? '' : '+'}${offsetMs / 1_000}\n`);
  set(0);
  // A database server runs as another user, and the umask may keep others out.
  chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
    [Symbol.dispose]: () => removeFolder(folder),
  };
}

/** Why no clock can be faked here; false when it can. For a test's `skip`. */
export const fakeClockFault: string | false = probe();

function probe(): string | false {
  if (library === '') return 'libfaketime is not installed (Debian package faketime)';
  using clock = makeFakeClock();
  const hourMs = 3_600_000;
  clock.set(hourMs);
  const { stdout } = spawnSync(process.execPath, ['-p', 'Date.now()'], { env: clock.environment, encoding: 'utf8' });
  return Number(stdout) > Date.now() + hourMs / 2 ? false : 'libfaketime does not work with this Node';
}
