import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { nameBrandPictures, picturesOfBrand } from '../brands/brands.ts';
import type { PlacedPicture } from '../pictures/pictures.ts';
import { picturesOfSections, withPictures } from '../pictures/section-pictures.ts';
import { checkPictures, storePictures } from '../pictures/store-pictures.ts';
import type { ProjectUpdate, Settings } from './schema.ts';

/**
 * The fields of a project with the pictures of its sections and brand stored, and named instead of repeated; without
 * `objects` they are only named. Throws as `storePictures` does, for the logo of the settings too, which stays in place.
 */
export async function storeProjectPictures<Fields extends ProjectUpdate>(
  objects: ObjectStore | undefined,
  accountId: string,
  fields: Fields,
): Promise<Fields> {
  const { settings } = fields;
  if (!settings) return fields;
  const nameOf = await storePictures(objects, accountId, picturesOf(settings), logoOf(settings));
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
  await checkPictures(objects, accountId, picturesOf(settings), logoOf(settings));
}

function logoOf(settings: Settings | null | undefined): PlacedPicture[] {
  return settings?.logo ? [{ picture: settings.logo, field: 'settings.logo', as: 'logo' }] : [];
}

function picturesOf(settings: Settings | null | undefined): PlacedPicture[] {
  return [...picturesOfSections(settings?.sections), ...picturesOfBrand(settings?.brand, 'settings.brand.')];
}
