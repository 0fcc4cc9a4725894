import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { drawLogo, type Logo, setsWords } from './logo.ts';

const program = fileURLToPath(new URL('./logo-process.ts', import.meta.url));
/** The shell bounds the processor time too: nobody would end the process whose parent was killed. */
const command = ['-c', 'ulimit -t 10; exec "$0" "$1"', process.execPath, program];
const options = { timeout: 5_000, killSignal: 'SIGKILL', maxBuffer: 8 * 2 ** 20, env: {} } as const;

/** What the process writes of a logo: its measures as JSON, and on the next line its picture. */
export function logoAnswer(dataUri: string): Buffer {
  const logo = drawLogo(dataUri);
  if (!logo) return Buffer.alloc(0);
  const { png, ...measures } = logo;
  return Buffer.concat([Buffer.from(`${JSON.stringify(measures)}\n`), png]);
}

/** The logos drawn last: one customer's reports follow each other. */
const drawn = new Map<string, Logo | undefined>();
const mostDrawn = 16;

/**
 * As `drawLogo`, in a process of its own that is given five seconds: there are drawings at which the native code ends its
 * process or never ends, and those are left out too. Blocks the thread meanwhile.
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

/** As `drawLogo`, apart where the drawing sets words, at which the native code was seen to fail. For processes that may end. */
export function drawLogoOfFile(dataUri: string | null): Logo | undefined {
  return setsWords(dataUri) ? drawLogoApart(dataUri) : drawLogo(dataUri);
}

function askProcess(dataUri: string): Logo | undefined {
  const { status, stdout } = spawnSync('/bin/sh', command, { ...options, input: dataUri });
  const end = stdout?.indexOf('\n') ?? -1;
  if (status !== 0 || end < 0) return undefined;
  return { ...JSON.parse(stdout.toString('utf8', 0, end)), png: stdout.subarray(end + 1) };
}
