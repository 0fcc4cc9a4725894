import { availableParallelism, cpus } from 'node:os';

/**
 * `npm run bench` runs all, `npm run bench -- http start` some. Medians; things that are compared alternate in one run.
 */
const benchmarks: Record<string, { readonly title: string; run(): Promise<object> }> = {
  pdf: {
    title: 'PDF and Word of a six-page report with four charts',
    run: async () => (await import('./pdf.ts')).benchPdf(),
  },
  html: {
    title: 'Web page of a six-page report with four charts',
    run: async () => (await import('./html.ts')).benchHtml(),
  },
  paint: {
    title: 'First paint of the same web page behind a guest link, without a cache, in each browser installed',
    run: async () => (await import('./paint.ts')).benchPaint(),
  },
  console: {
    title: 'The console in Chromium without a cache, and the API while fifty people work in it',
    run: async () => (await import('./console.ts')).benchConsole(),
  },
  'sign-ins': {
    title: 'The pages for signing in, by who has the e-mail address',
    run: async () => (await import('./sign-ins.ts')).benchSignIns(),
  },
  docx: {
    title: 'Word of the same report within one process, and of 5,000 rows',
    run: async () => (await import('./docx.ts')).benchDocx(),
  },
  pptx: {
    title: 'PowerPoint of the same report within one process, in turns with Word, and of 5,000 rows',
    run: async () => (await import('./pptx.ts')).benchPptx(),
  },
  gallery: {
    title: 'Galleries of 40 pictures: fetched and drawn, and what they add to each kind of file',
    run: async () => (await import('./gallery.ts')).benchGallery(),
  },
  peers: {
    title: 'PDF of the same report by a warm Chromium and by jsreport, in turns with ours',
    run: async () => (await import('./peers.ts')).benchPeers(),
  },
  duckdb: {
    title: 'The queries of a generation over 3 million flights, and the same SQL in DuckDB directly',
    run: async () => withRatio(await (await import('./duckdb.ts')).benchDuckdb()),
  },
  files: {
    title: 'A generation of ten local files beside one, with one worker',
    run: async () => (await import('./files.ts')).benchFiles(),
  },
  preview: {
    title: 'A live preview over 3 million flights: the first one, and those with another layout',
    run: async () => (await import('./preview.ts')).benchPreview(),
  },
  warehouses: {
    title: 'The queries of a generation by BigQuery and Snowflake, 200 ms an answer, beside the slowest alone',
    run: async () => (await import('./warehouses.ts')).benchWarehouses(),
  },
  systems: {
    title: 'A generation that asks ten hosted systems, 200 ms an answer, beside each of them alone',
    run: async () => (await import('./systems.ts')).benchSystems(),
  },
  deliveries: {
    title: '10,000 messages to a fast webhook, and jobs of accounts with and without webhooks, and beside a dead one',
    run: async () => (await import('./deliveries.ts')).benchDeliveries(),
  },
  'delivery-lists': {
    title: 'The lists of e-mails and of messages of webhooks beside growing numbers of rows (GROWTH_SIZES)',
    run: async () => (await import('./delivery-lists.ts')).benchDeliveryLists(),
  },
  templates: {
    title: 'Publishing a template that 1,000 projects follow, and reading one of them beside a free one, in turns',
    run: async () => (await import('./templates.ts')).benchTemplates(),
  },
  portfolio: {
    title: 'The portfolio of 1,000 projects with 3,000 connections, beside one report of each project and fifty',
    run: async () => (await import('./portfolio.ts')).benchPortfolio(),
  },
  'portfolio-screen': {
    title: 'The screens of the portfolio and of all projects with 1,000 of them, in Chromium',
    run: async () => (await import('./portfolio-screen.ts')).benchPortfolioScreen(),
  },
  watches: {
    title: '1,000 watches of 100 connections: what their systems are asked, and what judging takes',
    run: async () => (await import('./watches.ts')).benchWatches(),
  },
  'project-import': {
    title: '1,000 projects with three connections each and a template from a CSV: checked, and made by a bulk job',
    run: async () => (await import('./project-import.ts')).benchProjectImport(),
  },
  bulk: {
    title:
      'How long jobs of a small account wait: alone, beside 1,000 generations of another one, and beside a bulk job of them',
    run: async () => (await import('./bulk.ts')).benchBulk(),
  },
  sql: {
    title:
      'The queries of a generation over a million rows in PostgreSQL, MariaDB and ClickHouse, and the same in SQL by hand',
    run: async () => (await import('./sql.ts')).benchSql(),
  },
  'many-rows': {
    title: "Time and memory of figures over ten million rows of SQL Server's double, and of an answer that has no end",
    run: async () => (await import('./many-rows.ts')).benchManyRows(),
  },
  mails: {
    title: '1,000 e-mails of 20 reports to a local mail server on each database, and one rendered',
    run: async () => (await import('./mails.ts')).benchMails(),
  },
  tracing: {
    title: 'Requests and jobs without traces and with a tenth of them sent, in turns within one process',
    run: async () => (await import('./tracing.ts')).benchTracing(),
  },
  http: {
    title: 'Requests by 64 connections on each database, in turns with bare Fastify routes with the same answers',
    run: async () => (await import('./http.ts')).benchHttp(),
  },
  profile: {
    title: "Where the API's thread spends its time by function, in percent: reads, polls, lists, starts on SQLite",
    run: async () => (await import('./profile.ts')).benchProfile(),
  },
  processes: {
    title: 'The API by one process and by two that share the load, on PostgreSQL and Redis',
    run: async () => (await import('./processes.ts')).benchProcesses(),
  },
  create: {
    title: 'Durable creates by 64 connections on both databases; with BENCH_BASE=FOLDER in turns with that worktree',
    run: async () => (await import('./http-create.ts')).benchCreate(),
  },
  start: {
    title: 'Start and idle memory of `serve` with two workers, embedded',
    run: async () => (await import('./start.ts')).benchStart(),
  },
  unusual: {
    title: 'False alerts, and drops and rises by 30 % found within two days, on generated and real daily series',
    run: async () => (await import('./unusual.ts')).benchUnusual(),
  },
  limits: {
    title: 'One decision of each limiter whose server answers',
    run: async () => (await import('./limits.ts')).benchLimits(),
  },
  claim: {
    title: 'One claim from growing backlogs, and from those of many accounts',
    run: async () => (await import('./claim.ts')).benchClaim(),
  },
  queue: {
    title: 'Jobs that do nothing, started and completed by two threads, beside graphile-worker and pg-boss',
    run: async () => (await import('./queue.ts')).benchQueue(),
  },
  workers: {
    title: 'Jobs that do nothing by up to 64 processes of 16 workers, and the Universal Scalability Law of that',
    run: async () => (await import('./workers.ts')).benchWorkers(),
  },
  growth: {
    title:
      'Each list, sort and filter beside growing numbers of rows of one owner (GROWTH_SIZES=1000,10000 for others)',
    run: async () => (await import('./growth.ts')).benchGrowth(),
  },
  rows: {
    title:
      'What is asked of jobs beside growing numbers of them, in one table and in partitions (BENCH_ROWS=100000,10000000)',
    run: async () => (await import('./rows.ts')).benchRows(),
  },
  migrations: {
    title:
      'A column, an index and a backfill of jobs by the migrator, and the writes that wait meanwhile (BENCH_ROWS=10000000)',
    run: async () => (await import('./migrations.ts')).benchMigrations(),
  },
  memory: {
    title: 'Memory of the in-memory limiter for 100,000 active accounts',
    run: async () => (await import('./limiter-memory.ts')).benchLimiterMemory(),
  },
};

function withRatio<Figures extends { directMs: number; connectorMs: number }>(figures: Figures) {
  return { ...figures, ratio: figures.connectorMs / figures.directMs };
}

function rounded(figures: object): object {
  const entries = Object.entries(figures).map(([name, value]) => [
    name,
    typeof value === 'number' ? Number(value.toPrecision(4)) : typeof value === 'object' ? rounded(value) : value,
  ]);
  return Object.fromEntries(entries);
}

const names = process.argv.slice(2);
const unknown = names.find((name) => !benchmarks[name]);
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}"; choose from ${Object.keys(benchmarks).join(', ')}.`);
  process.exit(1);
}
console.log(`Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const [name, { title, run }] of Object.entries(benchmarks)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}: ${title}`);
  console.table(rounded(await run()));
}
