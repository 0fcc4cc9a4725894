import { type Static, Type } from 'typebox';
import { resource } from '../http/envelope.ts';
import { jobFields, nullable, runFields, Timestamp } from '../jobs/schema.ts';

const Format = Type.Union([Type.Literal('pdf'), Type.Literal('doc')], {
  description: '`doc` is a genuine .docx file.',
});

export const ExportRequest = resource({ format: Type.Unsafe<'pdf' | 'doc'>(Type.Enum(['pdf', 'doc'])) });
export type ExportRequest = Static<typeof ExportRequest>;

export const Artifact = resource({
  filename: Type.String(),
  content_type: Type.String(),
  size_bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ description: 'Hexadecimal.' }),
  created_at: Timestamp,
  expires_at: Timestamp,
  download_path: Type.String({ description: 'The protected delivery path; the same token downloads.' }),
});

export const ExportJob = resource({
  ...jobFields,
  ...runFields,
  report_id: Type.String(),
  format: Format,
  artifact: nullable(Artifact),
});
