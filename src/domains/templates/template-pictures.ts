import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { nameBrandPictures, picturesOfBrand } from '../brands/brands.ts';
import { picturesOfSections, withPictures } from '../pictures/section-pictures.ts';
import { storePictures } from '../pictures/store-pictures.ts';
import type { TemplateSettings } from './content.ts';

/** The fields of a template with the pictures of its sections and brand stored, and named. Throws as `storePictures` does. */
export async function storeTemplatePictures<Fields extends { readonly settings?: TemplateSettings }>(
  objects: ObjectStore,
  accountId: string,
  fields: Fields,
): Promise<Fields> {
  const { settings } = fields;
  if (!settings) return fields;
  const { sections, brand } = settings;
  const placed = [...picturesOfSections(sections), ...picturesOfBrand(brand, 'settings.brand.')];
  const nameOf = await storePictures(objects, accountId, placed);
  const named = {
    ...(sections && { sections: withPictures(sections, nameOf) }),
    ...(brand && { brand: nameBrandPictures(brand, nameOf) }),
  };
  return { ...fields, settings: { ...settings, ...named } };
}
