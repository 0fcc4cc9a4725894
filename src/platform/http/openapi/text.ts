import type { DocumentedDoor } from './document.ts';

/** What the reference says before the operations. */
const introduction = `Report Service turns the figures of connected data systems into reports, and reports into PDF and Word files.

1. **Generate**: \`POST /api/v1/projects/{project_id}/generation-jobs\` starts a job that freezes the figures of a period in a report. Poll the job until it is \`completed\`; its \`result.report_id\` names the report.
2. **Export**: \`POST /api/v1/reports/{report_id}/export-jobs\` starts a job that makes a PDF or Word file of the report. Poll it as well.
3. **Download**: \`GET /api/v1/export-jobs/{export_job_id}/download\` delivers the file.

Every answer is an envelope: \`{"ok": true, "data": …, "meta": …}\` or \`{"ok": false, "error": {"code", "message"}, "meta": …}\`. Branch on \`ok\` and \`error.code\`. A documented field is always present; what is absent is \`null\`. Do not rely on the order of fields or on fields that are not documented here.

Times are UTC with whole seconds (\`2026-11-21T09:30:00Z\`). Identifiers are opaque. \`HEAD\` answers like \`GET\`, without a body.

All requests of an account share one budget: by default 120 in any 60 seconds and 4,000 a UTC day. The \`X-RateLimit-*\` headers say what is left; after a 429 wait as long as \`Retry-After\` says. Every answer names its request in \`X-Request-Id\`.`;

/** In the order in which a reader meets them. */
export const tags = [
  { name: 'Service', description: 'What this installation offers, and where.' },
  { name: 'Account', description: 'Who calls: the account, its plan and limits, and the token.' },
  {
    name: 'Projects',
    description:
      'A project holds what reports are about: connected data systems, time zone, currency, locale, brand and layout. Archive it to stop it without losing anything; restore it to continue.',
  },
  {
    name: 'Generation jobs',
    description:
      'A generation job asks the connected systems for the figures of a period and freezes them in a report. It survives restarts and ends `completed`, `blocked` or `failed`.',
  },
  {
    name: 'Reports',
    description: 'The history of a project: what was made, of which period, and whether it can be exported.',
  },
  {
    name: 'Export jobs',
    description:
      'An export job makes one file of a report. A report has one export per format: while its file exists, starting it again returns the same job.',
  },
  { name: 'Jobs', description: 'Both types of jobs in short, to list what happened in a project.' },
];

/** The public API, as its reference tells it. */
export const publicDoor: DocumentedDoor = {
  base: '/api/v1',
  release: 'v1-beta',
  title: 'Report Service API',
  summary: 'Start reports, poll them, and download them as PDF and Word files.',
  introduction,
  tags,
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description:
        'An access token of the account: `rs_live_….…`, or `rs_try_….…` to try things out here. The operator issues and revokes it.',
    },
  },
  whoMay: ({ scope }) => (scope ? `The token needs the scope \`${scope}\`.` : 'Any valid token may do this.'),
};
