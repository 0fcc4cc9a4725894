import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { nameBrandPictures, picturesOfBrand } from '../brands/brands.ts';
import { checkPictures, type PlacedPicture, storePictures } from '../pictures/store-pictures.ts';
import type { ProjectUpdate, Settings } from './schema.ts';
import { picturesOfSections, withPictures } from './section-pictures.ts';

/**
 * The fields of a project with the pictures of its sections and brand stored, and named instead of repeated; without
 * `objects` they are only named. Throws `invalid_request` for a name that the account has not stored, and for too many
 * pictures.
 */
export async function storeProjectPictures<Fields extends ProjectUpdate>(
  objects: ObjectStore | undefined,
  accountId: string,
  fields: Fields,
): Promise<Fields> {
  const { settings } = fields;
  const placed = picturesOf(settings);
  if (!settings || placed.length === 0) return fields;
  const nameOf = await storePictures(objects, accountId, placed);
  const named = {
    ...(settings.sections && { sections: withPictures(settings.sections, nameOf) }),
    ...(settings.brand && { brand: nameBrandPictures(settings.brand, nameOf) }),
  };
  return { ...fields, settings: { ...settings, ...named } };
}

/** Throws as `storeProjectPictures` does, and stores nothing. */
export async function checkProjectPictures(
  objects: ObjectStore,
  accountId: string,
  settings: Settings | null | undefined,
): Promise<void> {
  await checkPictures(objects, accountId, picturesOf(settings));
}

function picturesOf(settings: Settings | null | undefined): PlacedPicture[] {
  return [...picturesOfSections(settings?.sections), ...picturesOfBrand(settings?.brand, 'settings.brand.')];
}
