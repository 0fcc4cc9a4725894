import type { ReportDocument } from '../../documents/model.ts';

/** The smallest report, to check that fonts and renderer work and to warm them up. */
export const probe: ReportDocument = {
  version: 1,
  report_id: 'rep_probe',
  title: 'Probe',
  project_name: 'Probe',
  client_name: null,
  brand: { accent_color: null, logo: null },
  locale: 'en-US',
  time_zone: 'UTC',
  currency: 'USD',
  periods: { current: { from: '2026-01-01', to: '2026-01-01' }, compare: null },
  created_at: '2026-01-01T00:00:00.000Z',
  sections: [{ type: 'text', title: 'Probe', markdown: 'The renderer works.' }],
  sources: [],
  warnings: [],
};
