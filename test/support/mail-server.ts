import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: readonly string[];
  /** The whole message as it came over the wire. */
  readonly raw: string;
}

export interface MailServer extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** What the server answers to the next recipients instead of accepting the mail, such as 451 or 550. */
  readonly refusals: (number | string)[];
  /** The same once it has the whole mail; `silence` never answers. */
  readonly endings: (string | 'silence')[];
}

/** How far a mail has come: its recipient is named, or all of it is there. */
export type MailStage = 'recipient' | 'whole';

/** A real SMTP server on a free port of 127.0.0.1 that keeps what it receives, and answers once `hold` has resolved. */
export async function startMailServer(hold: (stage: MailStage) => Promise<void> = async () => {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refusals: (number | string)[] = [];
  const endings: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const code = refusals.shift();
      void hold('recipient').then(() => done(code === undefined ? null : refusal(code)));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, raw: Buffer.concat(chunks).toString('utf8') });
        const ending = endings.shift();
        if (ending === 'silence') return;
        void hold('whole').then(() => done(ending === undefined ? null : refusal(ending)));
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    endings,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A code with a text of its own, such as `550 5.1.1 No such user`. */
function refusal(told: number | string): Error {
  const [code = '', ...text] = String(told).split(' ');
  return Object.assign(new Error(text.join(' ') || 'Not now'), { responseCode: Number(code) });
}
