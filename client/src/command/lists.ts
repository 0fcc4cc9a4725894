import { type CommandLine, oneOf, optional, required } from './command-line.ts';
import { openClient } from './credentials.ts';
import { printJson, printTable } from './output.ts';

export const listProjects: CommandLine = {
  summary: 'List the projects of the account',
  usage: `Usage: report-service-client projects [--status active|archived] [--json]

  --status STATUS   only the active or only the archived ones
  --json            print a JSON array
`,
  options: { status: { type: 'string' }, json: { type: 'boolean' } },
  async run(values, signal) {
    const status = optional(values, 'status');
    const query = status ? { status: oneOf('status', status, ['active', 'archived']) } : {};
    const projects = await collect((await openClient()).projects.list(query, { signal }));
    if (values.json) return printJson(projects);
    printTable(projects.map(({ id, status, time_zone, name }) => [id, status, time_zone, name]));
  },
};

export const listReports: CommandLine = {
  summary: 'List the reports of a project',
  usage: `Usage: report-service-client reports --project ID [--json]

  --project ID   the project
  --json         print a JSON array
`,
  options: { project: { type: 'string' }, json: { type: 'boolean' } },
  async run(values, signal) {
    const projectId = required(values, 'project');
    const reports = await collect((await openClient()).reports.list(projectId, {}, { signal }));
    if (values.json) return printJson(reports);
    printTable(
      reports.map(({ id, status, period, title }) => [
        id,
        status,
        `${period.current.from}..${period.current.to}`,
        title,
      ]),
    );
  },
};

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
