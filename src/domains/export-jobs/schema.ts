import { type Static, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { ExportJobId, nullable, ReportId, Timestamp } from '../../platform/http/fields.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import {
  formatAt,
  formatsAt,
  formatWords,
  jobFields,
  queuedExample,
  runFields,
  runningExample,
} from '../job-summaries/schema.ts';

/** What starts an export at the API whose paths begin with `base`. */
export const exportRequestAt = (base: ApiContext['base']) =>
  resource(
    {
      format: Type.Unsafe<ExportFormat>(
        Type.Enum([...formatsAt(base)], { description: formatWords(base), examples: ['pdf'] }),
      ),
    },
    { title: 'ExportRequest' },
  );
export type ExportRequest = Static<ReturnType<typeof exportRequestAt>>;

const artifactAt = (base: ApiContext['base']) =>
  resource(
    {
      filename: Type.String({ maxLength: 200, examples: ['Web shop in October 2026-10-01 to 2026-10-31.pdf'] }),
      content_type: Type.String({ maxLength: 100, examples: ['application/pdf'] }),
      size_bytes: Type.Integer({ minimum: 0, examples: [184_320] }),
      sha256: Type.String({
        pattern: '^[0-9a-f]{64}$',
        maxLength: 64,
        description: 'Hexadecimal digest of the whole file.',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
      created_at: Timestamp,
      expires_at: Timestamp,
      download_path: Type.String({
        pattern: `^${base}/export-jobs/exp_[0-9a-hjkmnp-tv-z]{26}/download$`,
        maxLength: 80,
        description: 'The protected delivery path below the address of the service. The same token downloads.',
        examples: [`${base}/export-jobs/exp_01jd5w0k3m8q2r4t6v8x0z1b3d/download`],
      }),
    },
    { title: 'Artifact', description: 'The file of a completed export. Download it before `expires_at`.' },
  );

/** An export job at the API whose paths begin with `base`. */
export const exportJobAt = (base: ApiContext['base']) =>
  resource(
    {
      id: ExportJobId,
      ...jobFields,
      ...runFields,
      report_id: ReportId,
      format: formatAt(base),
      artifact: nullable(artifactAt(base), { description: 'Null until the job is `completed`.' }),
    },
    { title: 'ExportJob', description: 'The making of one file of a report.' },
  );

export const exportExamples = {
  queued: { ...queuedExample, artifact: null },
  running: { ...runningExample, progress: { stage: 'rendering', completed: 1, total: 3 }, artifact: null },
};
