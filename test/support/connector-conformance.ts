import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type {
  Connector,
  ConnectorContext,
  Grouping,
  Query,
  QueryResult,
} from '../../src/reporting/connectors/contract.ts';
import { ConnectorError, type ConnectorErrorKind } from '../../src/reporting/connectors/contract.ts';
import type { NetworkRules } from '../../src/reporting/connectors/network/rules.ts';
import { localNetwork, openTestContext } from './connector-context.ts';
import { figuresOf, firstDay, grouped, type KnownRow, rowsIn } from './known-rows.ts';
import { test } from './suite.ts';

export { type KnownRow, knownRows } from './known-rows.ts';

export interface ConformanceFixture {
  readonly connector: Connector;
  /**
   * A configuration over `knownRows` with the metrics `entries` (rows), `total` (sum of amounts, additive) and `average`
   * (mean amount, not additive), and the dimension `place`.
   */
  readonly config: unknown;
  readonly secret: unknown;
  readonly dataRoots: readonly string[];
  /** Where a double stands in for the system. */
  readonly network?: NetworkRules;
  /** Configurations that must be refused, with the kind and what the message has to name. */
  readonly refused: Readonly<Record<string, { config: unknown; kind: ConnectorErrorKind; message: RegExp }>>;
  /**
   * Of a system whose metrics are expressions over rows: a date that puts the rows of a day whose amount is above zero at
   * 12:00, the others at 06:00.
   */
  readonly timedDate?: string;
  /** A configuration whose metric `entries` takes far longer than 5 seconds. */
  readonly slowConfig: unknown;
}

const period = { from: '2024-01-20', to: '2024-03-10', timeZone: 'Europe/Berlin' };
const metrics = ['entries', 'total', 'average'];

/** The beginnings of the titles of what each connector's sample has: a figure, its groups, its days, and its faults. */
export const sampledGuarantees = [
  'verifies a valid configuration',
  'shows nothing of its secret',
  'answers the whole period',
  'answers by week',
  'orders a dimension by the greatest total',
  'includes both ends of the period',
  'refuses a metric and a dimension',
  'stops with a transient error when its deadline',
];

/**
 * The guarantees of `Connector`, run on one connector over the known data set. Of several fixtures with one slow configuration
 * the first alone need be stopped.
 */
export function testConnector(name: string, prepare: () => Promise<ConformanceFixture>, isStopped = true): void {
  describe(`connector ${name}`, () => {
    const fixture = prepare();

    async function use<T>(work: (fixture: ConformanceFixture, context: ConnectorContext) => Promise<T>): Promise<T> {
      await using context = openContext(await fixture, {});
      return await work(await fixture, context);
    }

    async function ask(query: Partial<Query>): Promise<QueryResult> {
      const result = await use(({ connector, config, secret }, context) =>
        connector.query(config, secret, { ...period, metrics, by: 'none', limit: 1000, ...query }, context),
      );
      assertShape(result);
      return result;
    }

    test('verifies a valid configuration and describes what it offers', () =>
      use(async ({ connector, config, secret }, context) => {
        await connector.verify(config, secret, context);
        const description = await connector.describe(config, secret, context);
        assert.deepEqual(
          description.metrics.map(({ key }) => key),
          metrics,
        );
        assert.deepEqual(
          description.metrics.map(({ additive }) => additive),
          [true, true, false],
        );
        assert.deepEqual(
          description.dimensions.map(({ key }) => key),
          ['place'],
        );
      }));

    test('names the zone of its days and the currency of its amounts as standards do, where it fixes them', () =>
      use(async ({ connector, config, secret }, context) => {
        const { timeZone, currency } = await connector.describe(config, secret, context);
        if (timeZone !== undefined) assert.ok(new Intl.DateTimeFormat('en', { timeZone }));
        if (currency !== undefined) assert.ok(Intl.supportedValuesOf('currency').includes(currency), currency);
      }));

    test('shows nothing of its secret in its log, its descriptions and its answers', async () => {
      const { connector, config, secret, dataRoots, network = localNetwork } = await fixture;
      const said: unknown[] = [];
      const note = (fields: unknown, message: string) => void said.push(fields, message);
      await using context = openTestContext({ dataRoots, secret, network, log: { info: note, warn: note } });
      said.push(await connector.verify(config, secret, context));
      said.push(await connector.describe(config, secret, context));
      const queries = (['none', 'day', { dimension: 'place' }] as const).map((by) => ({
        ...period,
        metrics,
        by,
        limit: 9,
      }));
      const queryAll = connector.queryAll?.bind(connector);
      if (queryAll) said.push(await queryAll(config, secret, queries, context));
      for (const query of queries) said.push(await connector.query(config, secret, query, context));
      if (connector.resources) said.push(await connector.resources(config as object, secret, context));
      if (connector.catalog) said.push(await connector.catalog(config, secret, context));
      for (const text of textsOf(secret)) assert.ok(!JSON.stringify(said).includes(text), 'the secret is shown');
    });

    test('answers several queries together as it answers them alone', async () => {
      const { connector, config, secret } = await fixture;
      const groupings = ['none', 'day', 'month', { dimension: 'place' }] as const;
      const queries = groupings.map((by) => ({ ...period, metrics, by, limit: 1000 }));
      const queryAll = connector.queryAll?.bind(connector);
      if (!queryAll) return;
      const together = await use((_, context) => queryAll(config, secret, queries, context));
      assert.equal(together.length, queries.length);
      for (const [index, query] of queries.entries()) assert.deepEqual(together[index], await ask(query));
    });

    test('answers the whole period in exactly one row', async () => {
      const result = await ask({});
      assert.deepEqual(result.rows, [{ key: null, values: figuresOf(rowsIn(period)) }]);
      assertRead(result, rowsIn(period).length);
      assert.equal(result.groupCount, 1);
      assert.match(result.freshAt ?? '1970-01-01T00:00:00.000Z', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    });

    for (const by of ['day', 'week', 'month'] as const) {
      test(`answers by ${by}, keyed by its first day, ascending, without units that have no rows`, async () => {
        const result = await ask({ by });
        const groups = grouped(period, ({ day }) => firstDay(day, by)).sort((a, b) => (a.key < b.key ? -1 : 1));
        assert.deepEqual(
          result.rows,
          groups.map(({ key, rows }) => ({ key, values: figuresOf(rows) })),
        );
        assert.equal(result.groupCount, groups.length);
        assertRead(result, rowsIn(period).length);
      });

      test(`adds up the additive metrics by ${by} to those of the whole period`, async () => {
        const [whole, parts] = [await ask({}), await ask({ by })];
        for (const index of [0, 1]) {
          const sum = parts.rows.reduce((total, row) => total + (row.values[index] ?? 0), 0);
          assert.equal(sum, whole.rows[0]?.values[index]);
        }
      });
    }

    for (const metric of metrics) {
      test(`orders a dimension by the greatest ${metric}, missing figures last, ties by key`, async () => {
        const result = await ask({ by: { dimension: 'place' }, metrics: [metric] });
        assert.deepEqual(result.rows, expectedPlaces(metric));
        assert.equal(result.groupCount, new Set(rowsIn(period).map(({ place }) => place)).size);
        assertRead(result, rowsIn(period).length);
      });
    }

    test('limits the rows and still counts all groups and rows', async () => {
      for (const by of ['day', { dimension: 'place' }] satisfies Grouping[]) {
        const [all, some] = [await ask({ by }), await ask({ by, limit: 3 })];
        assert.deepEqual(some, { ...all, rows: all.rows.slice(0, 3) });
      }
    });

    test('gives the metrics asked for, in the order asked for', async () => {
      const values = figuresOf(rowsIn(period));
      const result = await ask({ metrics: ['average', 'entries'] });
      assert.deepEqual(result.rows[0]?.values, [values[2], values[0]]);
    });

    test('includes both ends of the period [C-PERIOD-7]', async () => {
      for (const day of ['2024-01-15', '2024-02-29', '2024-03-01']) {
        const result = await ask({ from: day, to: day, by: 'day' });
        assert.deepEqual(result.rows, [{ key: day, values: figuresOf(rowsIn({ from: day, to: day })) }]);
      }
    });

    test('answers an empty period with one row without figures, and with no groups', async () => {
      const empty = { from: '1999-01-01', to: '1999-01-31' };
      const whole = await ask(empty);
      assertRead(whole, 0);
      // A system without source rows may answer nothing.
      if (whole.rows.length > 0 || whole.rowsRead !== null) {
        assert.deepEqual(whole.rows, [{ key: null, values: [0, null, null] }]);
      }
      for (const by of ['day', 'week', 'month', { dimension: 'place' }] satisfies Grouping[]) {
        const result = await ask({ ...empty, by });
        assertRead(result, 0);
        assert.deepEqual([result.rows, result.groupCount], [[], 0]);
      }
    });

    test('answers concurrent queries in one context as it answers them alone', async () => {
      const groupings: Grouping[] = ['none', 'day', 'week', 'month', { dimension: 'place' }];
      const together = await use(({ connector, config, secret }, context) =>
        Promise.all(
          groupings.map((by) => connector.query(config, secret, { ...period, metrics, by, limit: 9 }, context)),
        ),
      );
      for (const [index, by] of groupings.entries()) assert.deepEqual(together[index], await ask({ by, limit: 9 }));
    });

    for (const isTimed of [false, true]) {
      const rows = isTimed ? 'those of the last time for each combination of dimensions' : 'all of its rows';
      test(`gives a metric at the end by the last day of each unit that has rows: ${rows}`, async (context) => {
        const { timedDate } = await fixture;
        if (timedDate === undefined) return context.skip('its metrics are not expressions over rows');
        const ofLastDay = (isTimed ? lastTimes : all)(rowsOfLastDay(rowsIn(period)));
        const whole = await askLevels(isTimed, { by: 'none' });
        assert.deepEqual(whole.rows, [{ key: null, values: [...totals(rowsIn(period)), ...totals(ofLastDay)] }]);
        assertRead(whole, rowsIn(period).length);
        for (const by of ['day', 'week', 'month'] as const) {
          const result = await askLevels(isTimed, { by });
          const groups = grouped(period, ({ day }) => firstDay(day, by)).sort((a, b) => (a.key < b.key ? -1 : 1));
          const levels = ({ rows }: { rows: KnownRow[] }) => (isTimed ? lastTimes : all)(rowsOfLastDay(rows));
          assert.deepEqual(
            result.rows,
            groups.map((group) => ({ key: group.key, values: [...totals(group.rows), ...totals(levels(group))] })),
          );
          assert.equal(result.groupCount, groups.length);
          assertRead(result, rowsIn(period).length);
        }
        const places = await askLevels(isTimed, { by: { dimension: 'place' } });
        const known = new Map(grouped(period, ({ place }) => place).map(({ key, rows }) => [key, rows]));
        assert.equal(places.rows.length, known.size);
        for (const { key, values } of places.rows) {
          const own = ofLastDay.filter(({ place }) => place === key);
          assert.deepEqual(values, [...totals(known.get(key) ?? []), ...totals(own)], String(key));
        }
        const sum = places.rows.reduce((total, { values }) => total + (values[1] ?? 0), 0);
        assert.equal(sum, whole.rows[0]?.values[1]);
      });
    }

    test('orders and limits a dimension by a metric at the end, of which values without rows there have no figure', async (context) => {
      if ((await fixture).timedDate === undefined) return context.skip('its metrics are not expressions over rows');
      const by = { dimension: 'place' };
      const asked = { by, metrics: ['level', 'total'] };
      const all = await askLevels(false, asked);
      const figures = all.rows.map(({ values }) => values[0] ?? Number.NEGATIVE_INFINITY);
      assert.deepEqual(
        figures,
        figures.toSorted((one, other) => other - one),
      );
      assert.ok(figures.includes(Number.NEGATIVE_INFINITY));
      assert.deepEqual(await askLevels(false, { ...asked, limit: 3 }), { ...all, rows: all.rows.slice(0, 3) });
      const empty = { from: '1999-01-01', to: '1999-01-31' };
      assert.deepEqual((await askLevels(false, { ...asked, ...empty })).rows, []);
      assertRead(await askLevels(false, { ...empty, by: 'none' }), 0);
    });

    test('refuses a metric at the end that is said to add up over days', async (context) => {
      if ((await fixture).timedDate === undefined) return context.skip('its metrics are not expressions over rows');
      const config = { ...((await fixture).config as object), metrics: [{ ...level, additive: true }] };
      const verify = use(({ connector, secret }, context) => connector.verify(config, secret, context));
      await assert.rejects(verify, isError('invalid_config', /"level".*"at": "end".*Set "additive" to false/));
    });

    async function askLevels(isTimed: boolean, query: Partial<Query>): Promise<QueryResult> {
      const { config: plain, timedDate } = await fixture;
      const config = { ...(plain as { metrics: object[] }), ...(isTimed && { date: timedDate }) };
      const levels = { ...config, metrics: [...config.metrics, level] };
      return use(async ({ connector, secret }, context) => {
        await connector.verify(levels, secret, context);
        const asked = { ...period, metrics: ['total', 'level'], by: 'none', limit: 1000, ...query } as const;
        const result = await connector.query(levels, secret, asked, context);
        assertShape(result);
        return result;
      });
    }

    test('answers by two dimensions in one row for each pair that occurs, blanks missing and others by their bytes', async (context) => {
      if ((await fixture).timedDate === undefined) return context.skip('its dimensions are not expressions over rows');
      for (const metric of metrics) {
        const result = await askPairs({ metrics: [metric] });
        assert.deepEqual(result.rows, expectedPairs(metric));
        assert.equal(result.groupCount, expectedPairs(metric).length);
        assertRead(result, rowsIn(period).length);
      }
      const [all, some] = [await askPairs({}), await askPairs({ limit: 4 })];
      assert.deepEqual(some, { ...all, rows: all.rows.slice(0, 4) });
      const empty = await askPairs({ from: '1999-01-01', to: '1999-01-31' });
      assert.deepEqual([empty.rows, empty.groupCount, empty.hasData], [[], 0, false]);
    });

    test('adds up what adds up over two dimensions to either of them, in either order', async (context) => {
      if ((await fixture).timedDate === undefined) return context.skip('its dimensions are not expressions over rows');
      const pairs = await askPairs({});
      const turned = await askPairs({ by: { dimension: 'band', secondary: 'place' } });
      const sorted = (rows: QueryResult['rows']) => rows.map((row) => JSON.stringify(row)).sort();
      const back = turned.rows.map(({ key, secondary = null, values }) => ({ key: secondary, secondary: key, values }));
      assert.deepEqual(sorted(back), sorted(pairs.rows));
      for (const dimension of ['place', 'band'] as const) {
        const whole = await askPairs({ by: { dimension } });
        for (const { key, values } of whole.rows) {
          const parts = pairs.rows.filter((row) => (dimension === 'place' ? row.key : row.secondary) === key);
          for (const index of [0, 1]) {
            const known = parts.flatMap((row) => row.values[index] ?? []);
            const sum = known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
            assert.equal(sum, values[index], `${dimension} ${key}`);
          }
        }
      }
    });

    test('answers a metric at the end by two dimensions, together with one that is not', async (context) => {
      if ((await fixture).timedDate === undefined) return context.skip('its dimensions are not expressions over rows');
      const { metrics: offered } = (await fixture).config as { metrics: object[] };
      const result = await askPairs({ metrics: ['total', 'level'] }, { metrics: [...offered, level] });
      const ofLastDay = new Set(rowsOfLastDay(rowsIn(period)));
      const known = new Map(pairsOf().map(({ id, rows }) => [id, rows]));
      assert.equal(result.rows.length, known.size);
      for (const { key, secondary = null, values } of result.rows) {
        const rows = known.get(JSON.stringify([key, secondary])) ?? [];
        assert.deepEqual(values, [...totals(rows), ...totals(rows.filter((row) => ofLastDay.has(row)))]);
      }
    });

    test('tells which dimensions it knows together, and refuses others', () =>
      use(async ({ connector, config, secret }, context) => {
        const { pairs } = await connector.describe(config, secret, context);
        const asked = { ...period, metrics, by: { dimension: 'place', secondary: 'nope' }, limit: 9 };
        await assert.rejects(connector.query(config, secret, asked, context), isError('invalid_config', /"nope"/));
        const same = { ...asked, by: { dimension: 'place', secondary: 'place' } };
        if (pairs === undefined) {
          await assert.rejects(connector.query(config, secret, same, context), isError('invalid_config', /"place"/));
        }
      }));

    async function askPairs(query: Partial<Query>, changes: object = {}): Promise<QueryResult> {
      const config = (await fixture).config as { dimensions: object[] };
      const banded = { ...config, dimensions: [...config.dimensions, band], ...changes };
      return use(async ({ connector, secret }, context) => {
        const by = { dimension: 'place', secondary: 'band' };
        const asked = { ...period, metrics, by, limit: 1000, ...query };
        const result = await connector.query(banded, secret, asked, context);
        assertShape(result);
        return result;
      });
    }

    test('refuses a metric and a dimension that it does not offer', async () => {
      await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
      await assert.rejects(ask({ by: { dimension: 'nope' } }), isError('invalid_config', /"nope"/));
    });

    test('refuses each bad configuration with the kind and a message that names the fault and no secret', async () => {
      for (const [fault, { config, kind, message }] of Object.entries((await fixture).refused)) {
        const verify = use(({ connector, secret }, context) => connector.verify(config, secret, context));
        await assert.rejects(verify, isError(kind, message, (await fixture).secret), fault);
      }
    });

    if (!isStopped) return;
    test('stops running work when its context closes', async () => {
      const { connector, slowConfig, secret } = await fixture;
      const context = openContext(await fixture, {});
      const query = { ...period, metrics: ['entries'], by: 'none', limit: 1 } as const;
      const stopped = assert.rejects(
        connector.query(slowConfig, secret, query, context),
        isError('transient', /stopped/),
      );
      await context[Symbol.asyncDispose]();
      await stopped;
    });

    const stops: Record<string, () => { signal?: AbortSignal; deadline?: number }> = {
      'its signal has aborted': () => ({ signal: AbortSignal.abort() }),
      'its signal aborts during a query': () => ({ signal: AbortSignal.timeout(500) }),
      'its deadline comes': () => ({ deadline: Date.now() + 500 }),
    };
    for (const [moment, options] of Object.entries(stops)) {
      test(`stops with a transient error when ${moment}`, async () => {
        const { connector, slowConfig, secret } = await fixture;
        await using context = openContext(await fixture, options());
        const startedAt = performance.now();
        const query = { ...period, metrics: ['entries'], by: 'none', limit: 1 } as const;
        await assert.rejects(connector.query(slowConfig, secret, query, context), isError('transient', /stopped/));
        assert.ok(context.signal.aborted);
        assert.ok(performance.now() - startedAt < 5000);
      });
    }
  });
}

const level = {
  ...{ key: 'level', label: 'Level', sql: 'sum(amount)', unit: 'number', better: 'up' },
  ...{ additive: false, at: 'end' },
};

/** Texts that are equal but for blanks at their ends, or for their case, and ones that are blank or missing. */
const band = {
  key: 'band',
  label: 'Band',
  sql: "CASE WHEN amount > 300 THEN 'high' WHEN amount > 200 THEN 'high ' WHEN amount > 100 THEN 'High' WHEN amount > 0 THEN ' ' END",
};

function bandOf({ amount }: KnownRow): string | null {
  const [, name = null] = [[300, 'high'] as const, [200, 'high '] as const, [100, 'High'] as const].find(
    ([above]) => amount !== null && amount > above,
  ) ?? [0, null];
  return name;
}

function pairsOf(): { id: string; rows: KnownRow[] }[] {
  return grouped(period, (row) => JSON.stringify([row.place, bandOf(row)])).map(({ key, rows }) => ({ id: key, rows }));
}

function expectedPairs(metric: string): QueryResult['rows'] {
  const rows = pairsOf().map(({ id, rows }) => {
    const [key = null, secondary = null] = JSON.parse(id) as (string | null)[];
    return { key, secondary, values: [figuresOf(rows)[metrics.indexOf(metric)] ?? null] };
  });
  const figure = (row: { values: (number | null)[] }) => row.values[0] ?? Number.NEGATIVE_INFINITY;
  return rows.sort(
    (a, b) => figure(b) - figure(a) || compareKeys(a.key, b.key) || compareKeys(a.secondary, b.secondary),
  );
}

function compareKeys(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function totals(rows: readonly KnownRow[]): (number | null)[] {
  return figuresOf(rows).slice(1, 2);
}

function all(rows: readonly KnownRow[]): readonly KnownRow[] {
  return rows;
}

function rowsOfLastDay(rows: readonly KnownRow[]): readonly KnownRow[] {
  const last = rows
    .map(({ day }) => day)
    .sort()
    .at(-1);
  return rows.filter(({ day }) => day === last);
}

/** Of rows of one day, by `timedDate`. */
function lastTimes(rows: readonly KnownRow[]): readonly KnownRow[] {
  const isLate = ({ amount }: KnownRow) => (amount ?? 0) > 0;
  return rows.filter((row) => isLate(row) || !rows.some((other) => other.place === row.place && isLate(other)));
}

/** The values of a secret that are long enough to be recognized. */
function textsOf(secret: unknown): string[] {
  if (typeof secret === 'string') return secret.length >= 4 ? [secret] : [];
  return typeof secret === 'object' && secret !== null ? Object.values(secret).flatMap(textsOf) : [];
}

/** What holds for every answer: figures are finite, times and days are written alike, notices have known codes. */
function assertShape({ rows, groupCount, freshAt, notices = [] }: QueryResult): void {
  for (const { values } of rows) {
    for (const value of values) assert.ok(value === null || Number.isFinite(value), String(value));
  }
  assert.ok(groupCount >= rows.length);
  if (freshAt !== null) assert.match(freshAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
  for (const notice of notices) {
    const codes = ['sampled', 'thresholded', 'other_row', 'withheld_rows', 'incomplete_from', 'repeated_cursor'];
    assert.ok(codes.includes(notice.code));
    if (notice.code === 'incomplete_from') assert.match(notice.date, /^\d{4}-\d\d-\d\d$/);
  }
}

/** Systems that do not count their source rows still say whether there are any. */
function assertRead({ hasData, rowsRead }: QueryResult, rows: number): void {
  assert.equal(hasData, rows > 0);
  if (rowsRead !== null) assert.equal(rowsRead, rows);
}

/** Checks a ConnectorError's kind and message, and that the message shows no text of the secret. */
export function isError(kind: ConnectorErrorKind, message: RegExp, secret: unknown = null): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof ConnectorError, String(error));
    assert.match(error.message, message);
    assert.equal(error.kind, kind, error.message);
    for (const text of textsOf(secret)) assert.ok(!error.message.includes(text), 'the message shows the secret');
    return true;
  };
}

function openContext(fixture: ConformanceFixture, options: { signal?: AbortSignal; deadline?: number }) {
  const { dataRoots, secret, network = localNetwork } = fixture;
  return openTestContext({ dataRoots, secret, network, ...options });
}

function expectedPlaces(metric: string): { key: string | null; values: (number | null)[] }[] {
  const rows = grouped(period, ({ place }) => place).map(({ key, rows }) => ({
    key,
    values: [figuresOf(rows)[metrics.indexOf(metric)] ?? null],
  }));
  const figure = (row: { values: (number | null)[] }) => row.values[0] ?? Number.NEGATIVE_INFINITY;
  return rows.sort((a, b) => figure(b) - figure(a) || compareKeys(a.key, b.key));
}
