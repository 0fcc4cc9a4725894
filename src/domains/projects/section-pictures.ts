import { type ErrorDetail, ServiceError } from '../../platform/errors.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { isPictureReference, mostPictureBytes, readPicture } from '../../reporting/documents/picture.ts';
import { SectionError } from '../../reporting/documents/section-names.ts';
import type { SectionSettings, SectionsSettings } from '../../reporting/documents/section-settings.ts';
import { findPicture, hasPicture, pictureName, storePicture } from '../pictures/pictures.ts';
import type { ProjectUpdate } from './schema.ts';

/** The most bytes of new pictures in one request, decoded. */
const mostNewBytes = 3 * 1024 * 1024;

/**
 * The fields of a project with the pictures of its sections stored, and named instead of repeated; without `objects` they
 * are only named. Throws `invalid_request` for a name that the account has not stored, and for too many new pictures.
 */
export async function storeSectionPictures<Fields extends ProjectUpdate>(
  objects: ObjectStore | undefined,
  accountId: string,
  fields: Fields,
): Promise<Fields> {
  const { settings } = fields;
  const given = picturesOf(settings?.sections ?? []);
  if (!settings?.sections || given.size === 0) return fields;
  await checkPictures(objects, accountId, given);
  const names = new Map<string, string>();
  for (const picture of given.keys()) {
    names.set(picture, objects ? await storePicture(objects, accountId, picture) : pictureName(picture));
  }
  const sections = withPictures(settings.sections, (picture) => names.get(picture) ?? picture);
  return { ...fields, settings: { ...settings, sections } };
}

/** Throws as `storeSectionPictures` does, and stores nothing. */
export async function checkSectionPictures(
  objects: ObjectStore,
  accountId: string,
  sections: SectionsSettings | null | undefined,
): Promise<void> {
  await checkPictures(objects, accountId, picturesOf(sections ?? []));
}

/**
 * Sections with their pictures as data URIs, as a report freezes them. Throws SectionError for one that is no longer
 * stored.
 */
export async function loadSectionPictures(
  objects: ObjectStore,
  accountId: string,
  sections: SectionsSettings | null,
): Promise<SectionsSettings | null> {
  const given = picturesOf(sections ?? []);
  if (!sections || given.size === 0) return sections;
  const pictures = new Map<string, string>();
  for (const [name, index] of given) {
    const picture = isPictureReference(name) ? await findPicture(objects, accountId, name) : name;
    const message = `The section shows the picture ${name}, which is no longer stored; send it again.`;
    if (!picture) throw new SectionError(index, 'picture', name, message);
    pictures.set(name, picture);
  }
  return withPictures(sections, (name) => pictures.get(name) ?? name);
}

/** Each picture once, with the position of the first section that shows it. */
function picturesOf(sections: SectionsSettings): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, section] of sections.entries()) {
    if (section.type === 'image' && !places.has(section.picture)) places.set(section.picture, index);
  }
  return places;
}

function withPictures(sections: SectionsSettings, change: (picture: string) => string): SectionsSettings {
  return sections.map((section): SectionSettings => {
    return section.type === 'image' ? { ...section, picture: change(section.picture) } : section;
  });
}

async function checkPictures(
  objects: ObjectStore | undefined,
  accountId: string,
  given: ReadonlyMap<string, number>,
): Promise<void> {
  refuseTooMany(given);
  if (objects) await refuseUnknown(objects, accountId, given);
}

function refuseTooMany(given: ReadonlyMap<string, number>): void {
  let bytes = 0;
  for (const [picture, index] of given) {
    bytes += readPicture(picture, mostPictureBytes)?.bytes.length ?? 0;
    if (bytes > mostNewBytes) throw refused(index, 'size', 'brings more than 3 MiB of new pictures into one request');
  }
}

async function refuseUnknown(
  objects: ObjectStore,
  accountId: string,
  given: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [picture, index] of given) {
    if (!isPictureReference(picture) || (await hasPicture(objects, accountId, picture))) continue;
    throw refused(index, 'value', 'names a picture that the account has not stored');
  }
}

function refused(index: number, rule: string, message: string): ServiceError {
  const details: ErrorDetail[] = [{ field: `settings.sections.${index}.picture`, rule, message }];
  return new ServiceError('invalid_request', { details });
}
