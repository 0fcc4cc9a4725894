import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { Timestamp } from '../../platform/http/fields.ts';

const Row = Type.Record(Type.String(), Type.Unknown(), {
  description: 'A row as it is stored: times in UTC, lists and objects as JSON texts.',
  examples: [{ network: '203.0.113.7', used_at: '2026-11-21T09:30:00.000Z' }],
});

const PersonalPlace = resource(
  {
    title: Type.String({ maxLength: 200, examples: ['Places that they have signed in from'] }),
    table: Type.String({ maxLength: 100, examples: ['sign_in_networks'] }),
    column: Type.String({ maxLength: 100, description: 'By what the rows are found.', examples: ['user_id'] }),
    rows: Type.Array(Row, { maxItems: 10_000_000 }),
  },
  { title: 'PersonalPlace', description: 'One kind of row that tells of a person.' },
);

export const PersonalExport = resource(
  {
    exported_at: Timestamp,
    user: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The person.',
      examples: [{ id: 'usr_01jd5w0k3m8q2r4t6v8x0z1b3d', email: 'ann@example.com', name: 'Ann Example' }],
    }),
    places: Type.Array(PersonalPlace, { maxItems: 1_000 }),
  },
  { title: 'PersonalExport', description: 'Everything that is stored about a person.' },
);
