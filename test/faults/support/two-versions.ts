import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Database } from '../../../src/platform/database/tables.ts';
import { eventually } from '../../support/eventually.ts';
import { password, sendForm, sessionOf } from '../../support/people.ts';
import { makeDue } from '../../support/schedules.ts';
import { type Answer, type CallOptions, call } from '../../support/service.ts';
import type { Customer, FaultInstallation } from './installation.ts';

/** A command of some version's program, as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests reach into payloads whose shapes they assert.
export type RunCommand = (line: string) => Promise<any>;

export function commandsOf(program: string, { environment }: FaultInstallation): RunCommand {
  const env = { PATH: process.env.PATH, ...environment };
  return async (line) =>
    JSON.parse((await promisify(execFile)(program, [...line.split(' '), '--json'], { env, timeout: 60_000 })).stdout);
}

/** What a process refuses for the moment is asked again, as clients do; the logs say afterwards who refused what. */
async function answered<Given extends { readonly status: number }>(ask: () => Promise<Given>): Promise<Given> {
  return eventually(async () => {
    const answer = await ask();
    return answer.status !== 503 && answer;
  });
}

/** Somebody who goes from one process to another. */
export class Visitor {
  readonly #email: string;
  #cookie = '';

  constructor(email: string) {
    this.#email = email;
  }

  /** Accepts the invitation that a command printed, by the form of the process. */
  async join(url: string, link: string): Promise<void> {
    const form = { email: this.#email, name: 'Ann', password };
    const answer = await answered(() => sendForm(new URL(link, url).href, form));
    this.#cookie = sessionOf(answer);
    assert.notEqual(this.#cookie, '', await answer.text());
  }

  async signIn(url: string): Promise<void> {
    const answer = await answered(() => sendForm(`${url}/console/sign-in`, { email: this.#email, password }));
    this.#cookie = sessionOf(answer);
    assert.notEqual(this.#cookie, '', await answer.text());
  }

  ask(url: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const headers = { cookie: this.#cookie, 'sec-fetch-site': 'same-origin' };
    return answered(() => call(url, method, `/manage/v1${path}`, { ...options, headers }));
  }

  /** Is signed in everywhere, changes something in one process and sees it in another, and the other way round. */
  async work(urls: readonly string[], name: string): Promise<void> {
    for (const url of urls) {
      const changed = await this.ask(url, 'PATCH', '/session/profile', { body: { name: `${name} at ${url}` } });
      assert.equal(changed.status, 200, changed.text);
      for (const other of urls) {
        const { status, body } = await this.ask(other, 'GET', '/session');
        assert.deepEqual([status, body?.data?.user?.name], [200, `${name} at ${url}`], `${other} after ${url}`);
      }
    }
  }

  /** Signs out at the first, and is signed out at all. */
  async leave(urls: readonly string[]): Promise<void> {
    const left = await this.ask(urls[0] ?? '', 'DELETE', '/session');
    assert.equal(left.status, 200, left.text);
    for (const url of urls) assert.equal((await this.ask(url, 'GET', '/session')).status, 401, url);
  }
}

/** Schedules of the customer, each with a file and two recipients of its own, made by a version's commands. */
export async function givenSchedules(run: RunCommand, db: Database, { projectId }: Customer, count: number) {
  // Its occurrence is hours ago, so that none other comes up meanwhile.
  const at = new Date(Date.now() - 7_200_000).toISOString().slice(11, 16);
  const when = `--cadence daily --at ${at} --time-zone UTC --period previous-day`;
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const what = `--export pdf --email ${recipientsOf(index).join(',')}`;
    ids.push((await run(`schedules add --project ${projectId} ${when} ${what}`)).id);
  }
  return new Schedules(db, ids);
}

class Schedules {
  readonly #db: Database;
  readonly #ids: readonly string[];

  constructor(db: Database, ids: readonly string[]) {
    this.#db = db;
    this.#ids = ids;
  }

  /** Makes the first ones due, also those that have fired already: then only the occurrence says so. */
  async fire(count = this.#ids.length): Promise<void> {
    for (const id of this.#ids.slice(0, count)) await makeDue(this.#db, id);
  }

  /** Once none is due or under way. */
  async ended(): Promise<void> {
    const now = new Date().toISOString();
    await eventually(async () => {
      const open = await this.#db
        .selectFrom('schedules')
        .leftJoin('schedule_runs', 'schedule_runs.schedule_id', 'schedules.id')
        .select('schedules.id')
        .where((where) =>
          where.or([where('next_run_at', '<', now), where('state', 'is', null), where('state', '!=', 'completed')]),
        )
        .executeTakeFirst();
      return !open;
    }, 120_000);
  }

  /** Each fired once, with one report, one file and one e-mail to each recipient; `received` are the recipients of all e-mails. */
  async assertOnce(received: readonly string[]): Promise<void> {
    const runs = await this.#db.selectFrom('schedule_runs').selectAll().orderBy('schedule_id').execute();
    assert.deepEqual(
      runs.map(({ schedule_id }) => schedule_id),
      [...this.#ids].sort(),
    );
    assert.deepEqual([...new Set(runs.map(({ state, failure }) => `${state} ${failure}`))], ['completed null']);
    const jobs = this.#db.selectFrom('jobs').select('id').where('source', '=', 'schedule').orderBy('id');
    const made = [
      ...runs.map((run) => run.generation_job_id),
      ...runs.flatMap((run) => JSON.parse(run.export_job_ids)),
    ];
    assert.deepEqual(
      (await jobs.execute()).map(({ id }) => id),
      made.sort(),
    );
    const deliveries = await this.#db.selectFrom('deliveries').select(['recipient', 'status']).execute();
    const wanted = this.#ids.flatMap((_, index) => recipientsOf(index)).sort();
    assert.deepEqual(
      deliveries.map(({ recipient, status }) => `${recipient} ${status}`).sort(),
      wanted.map((each) => `${each} sent`),
    );
    assert.deepEqual(received.filter((each) => wanted.includes(each)).sort(), wanted);
  }
}

const recipientsOf = (index: number) => ['a', 'b'].map((who) => `${who}.${index}@example.com`);
