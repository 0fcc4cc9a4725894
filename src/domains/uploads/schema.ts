import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { Timestamp, UploadId } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { uploadFormats } from './file-format.ts';

const Column = Type.Object(
  {
    name: Type.String({ description: 'Its name in the file.', examples: ['day'] }),
    type: Type.String({
      description:
        'How its values are read: `date`, `time`, `whole number`, `decimal`, `percent`, `text`, `truth value`, `nested` or `empty`.',
      examples: ['date'],
    }),
  },
  { title: 'UploadColumn', additionalProperties: false },
);

export const Upload = resource(
  {
    id: UploadId,
    name: Type.String({ description: 'The name of the file, without folders.', examples: ['sales.csv'] }),
    path: Type.String({
      description: 'What a `file` connection takes as its `path` to read the file.',
      examples: ['upload:upl_01jd5w0k3m8q2r4t6v8x0z1b3d'],
    }),
    format: Type.Enum([...uploadFormats], {
      description: 'What the file is, found in its content.',
      examples: ['csv'],
    }),
    size_bytes: Type.Integer({ minimum: 0, description: 'The size of the file.', examples: [48219] }),
    columns: Type.Array(Column, {
      maxItems: 200,
      description: 'Its columns, at most 200; none while the file has no rows.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Upload', description: 'A file of the account that its `file` connections read.' },
);

export const UploadListQuery = listQuery(['created_at'], {});

const name = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: 'The name of the file. Folders before it, and characters that are not shown, are left out; 200 stay.',
  examples: ['sales.csv'],
});

export const AddUploadQuery = Type.Object({ name }, { additionalProperties: false });
export const ReplaceUploadQuery = Type.Object({ name: Type.Optional(name) }, { additionalProperties: false });
