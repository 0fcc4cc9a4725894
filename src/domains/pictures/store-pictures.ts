import { type ErrorDetail, ServiceError } from '../../platform/errors.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { isPictureReference, mostPictureBytes, readPicture } from '../../reporting/documents/picture.ts';
import { hasPicture, type PlacedPicture, pictureName, storePicture } from './pictures.ts';
import { refuseUndrawable } from './try-pictures.ts';

/** The most bytes of new pictures in one request, decoded. */
const mostNewBytes = 3 * 1024 * 1024;
/** The most pictures of one project. */
const mostPictures = 50;

/** The name under which a picture of the request is stored. */
export type NameOf = (picture: string) => string;

/**
 * Stores the pictures of a request, all or none; without `objects` they are only named. Throws `invalid_request` for a
 * name that the account has not stored, for too many pictures and for one that reports cannot show, and
 * `api_controls_unavailable` where that cannot be found out now. Pictures `inPlace` stay where they are, and are only tried.
 */
export async function storePictures(
  objects: ObjectStore | undefined,
  accountId: string,
  placed: readonly PlacedPicture[],
  inPlace: readonly PlacedPicture[] = [],
): Promise<NameOf> {
  await checkPictures(objects, accountId, placed, inPlace);
  const names = new Map<string, string>();
  for (const { picture } of placed) {
    if (names.has(picture)) continue;
    names.set(picture, objects ? await storePicture(objects, accountId, picture) : pictureName(picture));
  }
  return (picture) => names.get(picture) ?? picture;
}

/** Throws as `storePictures` does, and stores nothing. */
export async function checkPictures(
  objects: ObjectStore | undefined,
  accountId: string,
  placed: readonly PlacedPicture[],
  inPlace: readonly PlacedPicture[] = [],
): Promise<void> {
  const places = new Map<string, string>();
  for (const { picture, field } of placed) if (!places.has(picture)) places.set(picture, field);
  const given = [...places];
  refuseTooMany(given);
  if (!objects) return;
  await refuseUnknown(objects, accountId, given);
  await refuseUndrawable(objects, accountId, [...inPlace, ...placed]);
}

/** Each picture with the first field that has it. */
type Given = readonly (readonly [picture: string, field: string])[];

function refuseTooMany(given: Given): void {
  const [, beyond] = given[mostPictures] ?? [];
  if (beyond !== undefined) throw refused(beyond, 'size', `is one of more than ${mostPictures} pictures`);
  let bytes = 0;
  for (const [picture, field] of given) {
    bytes += readPicture(picture, mostPictureBytes)?.bytes.length ?? 0;
    if (bytes > mostNewBytes) throw refused(field, 'size', 'brings more than 3 MiB of new pictures into one request');
  }
}

async function refuseUnknown(objects: ObjectStore, accountId: string, given: Given): Promise<void> {
  for (const [picture, field] of given) {
    if (!isPictureReference(picture) || (await hasPicture(objects, accountId, picture))) continue;
    throw refused(field, 'value', 'names a picture that the account has not stored');
  }
}

function refused(field: string, rule: string, message: string): ServiceError {
  const details: ErrorDetail[] = [{ field, rule, message }];
  return new ServiceError('invalid_request', { details });
}
