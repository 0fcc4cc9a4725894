import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { drawLogo, type Logo, setsWords } from './logo.ts';

const program = fileURLToPath(new URL('./logo-process.ts', import.meta.url));
/** The shell limits the processor time too: nobody ends a process whose parent was killed. */
const command = ['-c', 'ulimit -t 10; exec "$0" "$1"', process.execPath, program];
const options = { timeout: 5_000, killSignal: 'SIGKILL', maxBuffer: 8 * 2 ** 20, env: {} } as const;

/** The output of the process: the logo's measures as JSON, and on the next line its picture. */
export function logoAnswer(dataUri: string): Buffer {
  const logo = drawLogo(dataUri);
  if (!logo) return Buffer.alloc(0);
  const { png, ...measures } = logo;
  return Buffer.concat([Buffer.from(`${JSON.stringify(measures)}\n`), png]);
}

/** The last logos drawn: one customer's reports often come in a row. */
const drawn = new Map<string, Logo | undefined>();
const mostDrawn = 16;

/**
 * Like `drawLogo`, but in a separate process with five seconds: some drawings make the native code crash or never
 * finish, and those are left out too. Blocks the thread meanwhile.
 */
export function drawLogoApart(dataUri: string | null): Logo | undefined {
  if (dataUri === null) return undefined;
  if (!drawn.has(dataUri)) {
    const [oldest] = drawn.keys();
    if (drawn.size >= mostDrawn && oldest !== undefined) drawn.delete(oldest);
    drawn.set(dataUri, askProcess(dataUri));
  }
  return drawn.get(dataUri);
}

/**
 * Like `drawLogo`, but in a separate process if the drawing has text, which was seen to crash the native code. For
 * processes that may crash.
 */
export function drawLogoOfFile(dataUri: string | null): Logo | undefined {
  return setsWords(dataUri) ? drawLogoApart(dataUri) : drawLogo(dataUri);
}

function askProcess(dataUri: string): Logo | undefined {
  const { status, stdout } = spawnSync('/bin/sh', command, { ...options, input: dataUri });
  const end = stdout?.indexOf('\n') ?? -1;
  if (status !== 0 || end < 0) return undefined;
  return { ...JSON.parse(stdout.toString('utf8', 0, end)), png: stdout.subarray(end + 1) };
}
