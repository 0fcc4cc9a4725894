import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import type { GoogleSecret } from '../../hosted/google/secret.ts';
import { type Answer, type Column, type Described, RefusedError, type Session } from '../engine.ts';
import { RemoteStatements } from '../remote-statements.ts';
import { statementMs } from '../stopping.ts';
import { BigQueryApi, fieldsShape, jobShape } from './api.ts';
import { columnOf, readValue } from './columns.ts';
import { type BigQueryPlace, usualMaximum } from './config.ts';

/** How long one request waits for a statement to end. */
const waitMs = 30_000;
/** More rows than any question asks for. */
const mostRows = 100_000;
const mostPages = 1_000;

const optionalText = Type.Optional(Type.String());
const rowsShape = Type.Object({
  jobComplete: Type.Boolean(),
  jobReference: Type.Optional(jobShape),
  schema: Type.Optional(fieldsShape),
  rows: Type.Optional(Type.Array(Type.Object({ f: Type.Array(Type.Object({ v: Type.Unknown() })) }))),
  totalRows: optionalText,
  pageToken: optionalText,
  totalBytesBilled: optionalText,
});
const plannedShape = Type.Object({
  statistics: Type.Object({
    totalBytesProcessed: optionalText,
    query: Type.Object({ statementType: optionalText, schema: Type.Optional(fieldsShape) }),
  }),
});
const doneShape = Type.Object({
  statistics: Type.Object({ query: Type.Optional(Type.Object({ totalBytesBilled: optionalText })) }),
});

type Rows = Static<typeof rowsShape>;
type Job = Static<typeof jobShape>;

/** Nothing is asked before the first statement. */
export async function openBigQuery(
  place: BigQueryPlace,
  secret: GoogleSecret,
  _timeZone: string,
  context: ConnectorContext,
): Promise<BigQuerySession> {
  return new BigQuerySession(place, secret, context);
}

export class BigQuerySession implements Session {
  readonly api: BigQueryApi;
  readonly #place: BigQueryPlace;
  readonly #context: ConnectorContext;
  readonly #statements: RemoteStatements;

  constructor(place: BigQueryPlace, secret: GoogleSecret, context: ConnectorContext) {
    this.api = new BigQueryApi(place, secret, context);
    this.#place = place;
    this.#context = context;
    this.#statements = new RemoteStatements(context.signal);
  }

  async select(sql: string): Promise<Answer> {
    const body = this.#queryOf(sql);
    const running: { job?: Job } = {};
    return this.#statements.run(
      () => this.#answer(sql, body, running),
      () => this.#cancel(body, running.job),
    );
  }

  /** A dry run costs nothing; it tells the kind of a statement, too, so that nothing but a SELECT is ever run. */
  async describe(sql: string): Promise<Described> {
    const { location } = this.#place;
    const body = {
      configuration: { dryRun: true, query: { query: sql, useLegacySql: false, ...this.#dataset() } },
      ...(location !== undefined && { jobReference: { projectId: this.#place.project, location } }),
    };
    const { statistics } = await this.api.ask('manage', { path: 'jobs', shape: plannedShape, body, sql });
    const { statementType, schema } = statistics.query;
    if (statementType !== undefined && statementType !== 'SELECT') throw new RefusedError(onlySelect, undefined);
    return { columns: columnsOf(schema), bytes: Number(statistics.totalBytesProcessed ?? 0) };
  }

  #dataset(): object {
    const { project, dataset } = this.#place;
    return dataset === undefined ? {} : { defaultDataset: { projectId: project, datasetId: dataset } };
  }

  /** One with the same `requestId` is the same query, so that it may be asked again. */
  #queryOf(sql: string) {
    const { location, maximum_bytes_billed: most = usualMaximum } = this.#place;
    return {
      query: sql,
      useLegacySql: false,
      ...this.#dataset(),
      ...(location !== undefined && { location }),
      maximumBytesBilled: String(most),
      timeoutMs: waitMs,
      jobTimeoutMs: String(statementMs(this.#context.deadline)),
      formatOptions: { useInt64Timestamp: true },
      requestId: randomUUID(),
    };
  }

  async #answer(sql: string, body: object, running: { job?: Job }): Promise<Answer> {
    const first = await this.api.ask('read', { path: 'queries', shape: rowsShape, body, sql });
    if (first.jobReference) running.job = first.jobReference;
    let page: Rows = first;
    while (!page.jobComplete) page = await this.#page(running.job, {}, sql);
    const columns = columnsOf(page.schema);
    if (Number(page.totalRows ?? 0) > mostRows) throw tooManyRows();
    const rows = [...valuesOf(page, columns)];
    for (let pages = 1; page.pageToken; pages++) {
      if (pages === mostPages) throw tooManyRows();
      page = await this.#page(running.job, { pageToken: page.pageToken }, sql);
      rows.push(...valuesOf(page, columns));
    }
    if (rows.length !== Number(page.totalRows ?? rows.length)) throw missingRows();
    const billed = first.jobComplete ? first.totalBytesBilled : await this.#billed(running.job);
    return { columns, rows, ...(billed !== undefined && { bytesBilled: Number(billed) }) };
  }

  async #page(job: Job | undefined, more: Readonly<Record<string, string>>, sql: string): Promise<Rows> {
    if (!job) throw new ConnectorError('transient', 'BigQuery does not name the query that it runs.');
    const search = new URLSearchParams({
      ...(job.location !== undefined && { location: job.location }),
      ...{ timeoutMs: String(waitMs), 'formatOptions.useInt64Timestamp': 'true' },
      ...more,
    });
    const path = `queries/${encodeURIComponent(job.jobId)}?${search}`;
    return await this.api.ask('read', { path, shape: rowsShape, sql });
  }

  /** A query that took longer than its first request says so by its job alone. */
  async #billed(job: Job | undefined): Promise<string | undefined> {
    const path = `jobs/${encodeURIComponent(job?.jobId ?? '')}${locationOf(job)}`;
    const { statistics } = await this.api.ask('read', { path, shape: doneShape });
    return statistics.query?.totalBytesBilled;
  }

  /** A query whose first request has no answer yet is found by asking the same again. */
  async #cancel(body: object, known: Job | undefined): Promise<void> {
    const again = { ...body, timeoutMs: 0 };
    const job = known ?? (await this.api.askAtEnd('queries', rowsShape, again)).jobReference;
    if (!job) return;
    await this.api.askAtEnd(`jobs/${encodeURIComponent(job.jobId)}/cancel${locationOf(job)}`, Type.Unknown());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#statements[Symbol.asyncDispose]();
  }
}

function locationOf(job: Job | undefined): string {
  return job?.location === undefined ? '' : `?${new URLSearchParams({ location: job.location })}`;
}

function columnsOf(schema: Static<typeof fieldsShape> | undefined): Column[] {
  return (schema?.fields ?? []).map(columnOf);
}

function valuesOf({ rows = [] }: Rows, columns: readonly Column[]): unknown[][] {
  return rows.map(({ f }) => columns.map((column, index) => readValue(f[index]?.v, column)));
}

function tooManyRows(): ConnectorError {
  return new ConnectorError('invalid_config', `The answer has more than ${mostRows} rows.`);
}

function missingRows(): ConnectorError {
  return new ConnectorError('transient', 'BigQuery did not give all rows of its answer.');
}

const onlySelect = { kind: 'invalid_config', reason: 'it must be one SELECT' } as const;
