import { createInterface } from 'node:readline/promises';
import { addAbortSignal, Writable } from 'node:stream';
import { ReportServiceClient } from '../client.ts';
import { CommandError, type CommandLine, optional } from './command-line.ts';
import { storeCredentials } from './credentials.ts';
import { note, printable, printJson } from './output.ts';

const maxTokenLength = 4_096;

export const login: CommandLine = {
  summary: 'Store the address of a service and an access token',
  usage: `Usage: report-service-client login [--url URL] [--json]

Asks for the access token, or reads it from stdin when that is not a terminal; a token in the arguments would be seen
by every user of the machine. Stores both, readable by you alone, once the service has accepted the token.

  --url URL   where the service is, such as https://reports.example.com; REPORT_SERVICE_URL when absent
  --json      print the account as JSON

Example:
  report-service-client login --url https://reports.example.com < token.txt
`,
  options: { url: { type: 'string' }, json: { type: 'boolean' } },
  async run(values, signal) {
    const baseUrl = optional(values, 'url') ?? process.env.REPORT_SERVICE_URL;
    if (!baseUrl) throw new CommandError('--url is missing.');
    const token = process.stdin.isTTY ? await askForToken(signal) : await readToken(signal);
    const { account } = await new ReportServiceClient({ baseUrl, token }).me({ signal });
    note(`Stored in ${await storeCredentials({ base_url: baseUrl, token })}`);
    if (values.json) printJson({ base_url: baseUrl, account });
    else
      process.stdout.write(
        `Logged in to ${printable(account.name)} (${account.id}, plan ${printable(account.plan)})\n`,
      );
  },
};

/** Without echoing what is typed. */
async function askForToken(signal: AbortSignal): Promise<string> {
  process.stderr.write('Access token: ');
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silence, terminal: true });
  lines.once('SIGINT', () => process.emit('SIGINT', 'SIGINT'));
  try {
    return (await lines.question('', { signal })).trim();
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

async function readToken(signal: AbortSignal): Promise<string> {
  let text = '';
  for await (const chunk of addAbortSignal(signal, process.stdin.setEncoding('utf8'))) {
    text += chunk;
    if (text.length > maxTokenLength) throw new CommandError('The input on stdin is too long to be a token.');
  }
  if (text.trim() === '') throw new CommandError('There was no token on stdin.');
  return text.trim();
}
