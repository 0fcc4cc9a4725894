import { type Static, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { BulkJobId, nullable, oneOf, ProjectId } from '../../platform/http/fields.ts';
import { seenResource } from '../connections/grant-resource-schema.ts';
import { mostConnections, mostRows } from './import-rows.ts';
import { certainties, matchReasons } from './match-resources.ts';

export const mostCharacters = 4_000_000;
/** More than an agency's sign-ins see together. */
const mostMatched = 5_000;

const { id, label, names, ...about } = seenResource;
const matched = resource({ id, label, names, ...about }, { title: 'MatchedResource' });

export const MatchQuestion = resource(
  {
    resources: Type.Array(matched, {
      maxItems: mostMatched,
      description: 'What sign-ins see, as `GET /grants/{grant_id}/resources` lists it.',
    }),
  },
  { title: 'MatchQuestion' },
);

const Match = resource(
  {
    name: Type.String({
      maxLength: 200,
      description: 'What a project of them may be called.',
      examples: ['Northwind'],
    }),
    domain: nullable(Type.String({ maxLength: 253 }), { examples: ['northwind.example'] }),
    certainty: oneOf(certainties, {
      description: 'Have somebody look at what is not `certain` before it becomes a project.',
    }),
    reason: oneOf(matchReasons, {
      description:
        'Why they are taken for one client: the same domain, the same name, the same telling words, a name that is that of the domain, or a similar one. Of one that stands alone: there was only one system to look at, nothing fits, several fit, or a whole domain covers it.',
    }),
    score: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'How alike similar names are; null for another reason.',
      examples: [null],
    }),
    resources: Type.Array(matched, { maxItems: 50, description: 'At most one of each system.' }),
    rivals: Type.Array(Type.String({ maxLength: 2_200, examples: ['google-ads:1112223333'] }), {
      maxItems: mostMatched,
      description: 'Others that fit as well, as system and id. Which of them is the client’s, somebody has to say.',
      examples: [[]],
    }),
  },
  { title: 'ProjectMatch', description: 'What is proposed as one client.' },
);

export const Matches = resource(
  { matches: Type.Array(Match, { maxItems: mostMatched }) },
  { title: 'ProjectMatches', description: 'Each resource is in one match.' },
);

const cell = (description: string, example: string) =>
  Type.Optional(nullable(Type.String({ maxLength: 2_000 }), { description, examples: [example] }));

const row = resource(
  {
    name: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'What the project is called.', examples: ['Web shop'] }),
    ),
    client: cell('Who the reports are for.', 'Northwind Traders'),
    time_zone: cell('IANA time zone; UTC if it is not said.', 'Europe/Berlin'),
    language: cell('BCP 47 tag of the reports; en-US if it is not said.', 'de-DE'),
    currency: cell('ISO 4217 code; USD if it is not said.', 'EUR'),
    template: cell('The id or name of a published template that the project follows.', 'Whole marketing month'),
    folder: cell('The folder that it is in; it is made if there is none of the name.', 'Northwind'),
    tags: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        ...{ maxItems: 100, description: 'Its tags; those that the account does not have yet are made.' },
        examples: [['Retail', 'Monthly']],
      }),
    ),
    slots: Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), nullable(Type.String({ maxLength: 2_000 })), {
        maxProperties: 50,
        description: 'What fills slots of the template: `google-ads:123-456-7890`, an id alone, or `con_…`.',
        examples: [{ ads: 'google-ads:123-456-7890' }],
      }),
    ),
    connections: Type.Optional(
      Type.Array(Type.String({ maxLength: 2_000 }), {
        maxItems: mostConnections,
        description:
          'What else it reads, each with its system: `google-analytics:123456`. They fill slots where only one fits.',
        examples: [['google-analytics:123456']],
      }),
    ),
  },
  { title: 'ImportedRow' },
);

export const ProjectImport = resource(
  {
    csv: Type.Optional(
      Type.String({
        maxLength: mostCharacters,
        description: `The text of a file with a header and at most ${mostRows} rows; a request with \`Content-Type: text/csv\` has it as its body.`,
        examples: ['name;currency\nWeb shop;EUR'],
      }),
    ),
    rows: Type.Optional(
      Type.Array(row, { maxItems: mostRows, description: 'In place of `csv`: the rows themselves.' }),
    ),
  },
  { title: 'ProjectImport', description: 'Either `csv` or `rows`.' },
);
export type ProjectImport = Static<typeof ProjectImport>;

export const ImportQuery = Type.Object(
  { dry_run: Type.Optional(Type.Boolean({ description: 'Only check, and tell everything; nothing is made.' })) },
  { additionalProperties: false },
);

const Row = Type.Integer({
  minimum: 1,
  description: 'As a spreadsheet numbers it: the header of a file is row 1. Without a header the first row is 1.',
  examples: [2],
});
const place = (title: string) =>
  resource(
    {
      row: nullable(Row, { description: 'Null for the import as a whole.' }),
      column: nullable(Type.String({ maxLength: 60 }), {
        description: 'A column, or `slots.` and the name of a slot; null for the row as a whole.',
        examples: ['time_zone'],
      }),
      rule: Type.String({ maxLength: 60, description: 'For programs.', examples: ['value'] }),
      message: Type.String({
        description: 'What the column does wrong and what to write, or what is doubtful.',
        examples: ['must be an IANA time zone such as Europe/Berlin'],
      }),
    },
    { title },
  );

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

export const ImportResult = resource(
  {
    bulk_job_id: nullable(BulkJobId, {
      description: 'The bulk job that makes the projects; null for a dry run, and where there is nothing to make.',
    }),
    rows: count('How many rows there are.', 40),
    to_make: count('How many projects it makes, or would make.', 38),
    already_there: Type.Array(
      resource(
        { row: Row, name: Type.String({ maxLength: 2_000, examples: ['Web shop'] }), project_id: nullable(ProjectId) },
        { title: 'ImportedAlready' },
      ),
      {
        maxItems: mostRows,
        description:
          'Rows that make nothing, as there is a project of their name: an earlier one, or that of a row above (null).',
      },
    ),
    faults: Type.Array(place('ImportFault'), {
      maxItems: 1_000,
      description: 'With any of them nothing is made.',
      examples: [[]],
    }),
    warnings: Type.Array(place('ImportWarning'), {
      maxItems: 1_000,
      description: 'What reports may show otherwise than somebody thinks, such as amounts in another currency.',
      examples: [[]],
    }),
    plan_fault: nullable(Type.String(), {
      description: 'Why the plan of the account has no room for them; null where it has.',
      examples: [null],
    }),
  },
  { title: 'ImportResult', description: 'What an import makes, and what keeps it from being made.' },
);
