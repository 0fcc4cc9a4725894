import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { GrantId, nullable } from '../../platform/http/fields.ts';
import { open, System, Text } from './schema.ts';

const line = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 2_000, description, examples: [example] });

/** What names something that a sign-in sees, and what is known of it. */
export const seenResource = {
  system: System,
  grant_id: GrantId,
  id: line('As the system calls it: a property, an advertising account or a site.', '123456'),
  label: Type.String({ maxLength: 2_000, description: 'For people.', examples: ['Web shop, Northwind'] }),
  names: Type.Array(Type.String({ maxLength: 2_000 }), {
    maxItems: 10,
    description: 'What it and what it belongs to are called, apart.',
    examples: [['Web shop', 'Northwind']],
  }),
  domain: nullable(Type.String({ maxLength: 253 }), {
    description: 'The host that it is about; null where nothing says it.',
    examples: ['northwind.example'],
  }),
  currency: nullable(Type.String({ maxLength: 3 }), {
    description: 'The ISO 4217 code of its amounts; null where the list does not tell it.',
    examples: ['EUR'],
  }),
  time_zone: nullable(Type.String({ maxLength: 64 }), {
    description: 'The zone of its days; null where the list does not tell it.',
    examples: ['Europe/Berlin'],
  }),
};

const SeenResource = resource(
  {
    ...seenResource,
    config: open({ description: 'The part of the configuration that names it.', examples: [{ property: '123456' }] }),
  },
  { title: 'SeenResource', description: 'What a sign-in sees in a system.' },
);

export const GrantResources = resource(
  {
    systems: Type.Array(
      resource(
        {
          system: System,
          resources: Type.Array(SeenResource, { maxItems: 100_000 }),
          fault: nullable(
            resource(
              {
                rule: Text('For programs.', 'transient'),
                message: Text('Why nothing is listed, and what to do about it.', 'Google Ads did not answer in time.'),
              },
              { title: 'UnlistedSystem' },
            ),
            { description: 'Null for a system that has answered.', examples: [null] },
          ),
        },
        { title: 'SeenSystem' },
      ),
      { maxItems: 50 },
    ),
  },
  { title: 'GrantResources', description: 'What a sign-in sees, system by system.' },
);

export const GrantResourcesQuery = Type.Object(
  { system: Type.Optional(Type.String({ maxLength: 100, description: 'Only what it sees in this system.' })) },
  { additionalProperties: false },
);
