import { type Static, Type } from 'typebox';
import { fieldFault } from '../../platform/faults.ts';
import { resource } from '../../platform/http/envelope.ts';
import { validationError, validatorCompiler } from '../../platform/http/validation.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { nameBrandPictures, picturesOfBrand } from '../brands/brands.ts';
import { loadPicture } from '../pictures/pictures.ts';
import { picturesOfSections, withPictures } from '../pictures/section-pictures.ts';
import type { TemplateSchedules } from './report-defaults.ts';
import { TemplateCreate } from './schema.ts';
import { storeTemplatePictures } from './template-pictures.ts';
import { readContent, type TemplateFields, type TemplateRow } from './templates.ts';

const format = 'report-service-template-1';
const anyFormat = /^report-service-template-(\d+)$/;

const { project_id: _project, library: _library, ...fields } = TemplateCreate.properties;
export const TemplateFile = resource(
  { format: Type.Literal(format), ...fields },
  {
    title: 'TemplateFile',
    description: 'A template as a file, with its pictures, for other accounts and installations.',
  },
);
/** A file of any form, so that a newer one is told apart from a faulty one. */
export const AnyTemplateFile = Type.Object(
  { format: Type.String({ maxLength: 100, description: 'The form of the file.', examples: [format] }) },
  {
    additionalProperties: true,
    title: 'AnyTemplateFile',
    description: 'A file as `GET /templates/{template_id}/file` answers it.',
    examples: [{ format, name: 'Whole marketing month', slots: [], settings: { title: 'Your month in figures' } }],
  },
);
export type TemplateFile = Static<typeof TemplateFile>;

/** Any JSON as the file of a template. Throws `invalid_request` with the fields at fault. */
function readTemplateFile(json: unknown): Omit<TemplateFile, 'format'> {
  const named = (json as { readonly format?: unknown } | null)?.format;
  const [, version] = (typeof named === 'string' && anyFormat.exec(named)) || [];
  if (version !== undefined && named !== format) {
    throw fieldFault(
      'format',
      'newer',
      `The template has the format ${named}; this version of the service reads ${format}.`,
    );
  }
  const validate = validatorCompiler({ schema: TemplateFile, method: 'POST', url: '' });
  const { error } = validate(json) as { error?: unknown };
  if (error) throw validationError(error as Parameters<typeof validationError>[0], 'body');
  const { format: _format, ...template } = json as TemplateFile;
  return template;
}

/** A template's draft, or one of its revisions, as a file that other accounts and installations can import. */
export async function writeTemplateFile(
  objects: ObjectStore,
  { account_id, name, description }: TemplateRow,
  content: string,
): Promise<TemplateFile> {
  const { slots, settings, reports } = readContent(content);
  const { sections, brand } = settings;
  const pictures = new Map<string, string>();
  for (const { picture } of [...picturesOfSections(sections), ...picturesOfBrand(brand, '')]) {
    const loaded = await loadPicture(objects, account_id, picture);
    if (loaded) pictures.set(picture, loaded);
  }
  const whole = (picture: string) => pictures.get(picture) ?? picture;
  const carried = {
    ...(sections && { sections: withPictures(sections, whole) }),
    ...(brand && { brand: nameBrandPictures(brand, whole) }),
  };
  const shown = { slots: [...slots], settings: { ...settings, ...carried }, ...(reports && { reports }) };
  return { format, name, description, ...shown } as TemplateFile;
}

/** The fields of a template that somebody sends as a file, with its pictures stored. Throws what is wrong with it. */
export async function readImported(
  objects: ObjectStore,
  accountId: string,
  schedules: Pick<TemplateSchedules, 'check'>,
  json: unknown,
): Promise<TemplateFields> {
  const read = readTemplateFile(json);
  if (read.reports) schedules.check(read.reports);
  const stored = await storeTemplatePictures(objects, accountId, read);
  return { description: null, slots: [], settings: {}, reports: null, ...stored } as TemplateFields;
}
