import { type Static, Type } from 'typebox';
import { fieldFault } from '../../platform/faults.ts';
import { validationError, validatorCompiler } from '../../platform/http/validation.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { nameBrandPictures, picturesOfBrand } from '../brands/brands.ts';
import { loadPicture } from '../pictures/pictures.ts';
import { picturesOfSections, withPictures } from '../pictures/section-pictures.ts';
import { TemplateCreate } from './schema.ts';
import { readContent, type TemplateRow } from './templates.ts';

const format = 'report-service-template-1';
const anyFormat = /^report-service-template-(\d+)$/;

const { project_id: _project, ...fields } = TemplateCreate.properties;
const TemplateFile = Type.Object({ format: Type.Literal(format), ...fields }, { additionalProperties: false });
export type TemplateFile = Static<typeof TemplateFile>;

/** Any JSON as the file of a template. Throws `invalid_request` with the fields at fault. */
export function readTemplateFile(json: unknown): Omit<TemplateFile, 'format'> {
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
