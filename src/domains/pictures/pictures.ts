import type { Queryable } from '../../platform/database/tables.ts';
import { type ObjectStore, sha256 } from '../../platform/storage/object-store.ts';
import {
  isPictureReference,
  mostPictureBytes,
  type PictureUse,
  pictureUri,
  readPicture,
} from '../../reporting/documents/picture.ts';

/** The folder of the pictures of all accounts in the object store. */
export const pictureFolder = 'pictures/';

/** A picture of a request, as a data URI or by its name. */
export interface PlacedPicture {
  readonly picture: string;
  /** Where it stands in the request. */
  readonly field: string;
  readonly as: PictureUse;
}

/** One object for each picture of an account: the same picture again is the same object. */
function keyOf(accountId: string, reference: string): string {
  return `${pictureFolder}${accountId}-${reference.slice('sha256:'.length)}`;
}

/** The name of a picture given as a data URI; a name is its own. */
export function pictureName(picture: string): string {
  if (isPictureReference(picture)) return picture;
  const file = readPicture(picture, mostPictureBytes);
  if (!file) throw new TypeError('Not a picture');
  return `sha256:${sha256(file.bytes)}`;
}

/**
 * Stores a picture given as a data URI and returns its name, `sha256:…`. A name is returned as it is. Stored again, a
 * picture counts as new, so that no sweep takes it before the row that names it.
 */
export async function storePicture(objects: ObjectStore, accountId: string, picture: string): Promise<string> {
  if (isPictureReference(picture)) return picture;
  const file = readPicture(picture, mostPictureBytes);
  if (!file) throw new TypeError('Not a picture');
  const reference = `sha256:${sha256(file.bytes)}`;
  await objects.put(keyOf(accountId, reference), file.bytes);
  return reference;
}

/** Whether the account has stored a picture of this name. */
export async function hasPicture(objects: ObjectStore, accountId: string, reference: string): Promise<boolean> {
  const found = await objects.open(keyOf(accountId, reference));
  found?.stream.destroy();
  return found !== undefined;
}

/** The account's picture of this name as a data URI; undefined when it is not there or was changed. */
export async function findPicture(
  objects: ObjectStore,
  accountId: string,
  reference: string,
): Promise<string | undefined> {
  const bytes = await objects.get(keyOf(accountId, reference));
  if (!bytes || `sha256:${sha256(bytes)}` !== reference) return undefined;
  return pictureUri({ type: typeOf(bytes), bytes });
}

/** The same for a picture of settings, which may be a data URI itself. */
export async function loadPicture(
  objects: ObjectStore,
  accountId: string,
  picture: string,
): Promise<string | undefined> {
  return isPictureReference(picture) ? findPicture(objects, accountId, picture) : picture;
}

/** A data URI as it would be once it was stored, whatever it calls itself. */
export function asStored(picture: string): string {
  const file = readPicture(picture, mostPictureBytes);
  return file ? pictureUri({ type: typeOf(file.bytes), bytes: file.bytes }) : picture;
}

function typeOf(bytes: Uint8Array): string {
  if (bytes[0] === 0x89) return 'image/png';
  return bytes[0] === 0xff ? 'image/jpeg' : 'image/svg+xml';
}

/** The keys of the pictures that a row of an account names. */
export function picturesIn(accountId: string, json: string): string[] {
  return [...new Set(json.match(/\bsha256:[0-9a-f]{64}\b/g))].map((reference) => keyOf(accountId, reference));
}

/** Whether a project, a template, a bulk job or the brand of the account of a picture's object names the picture. */
export async function isPictureUsed(db: Queryable, key: string): Promise<boolean> {
  const [accountId = '', digest = ''] = key.slice(pictureFolder.length).split('-');
  const name = `%sha256:${digest}%`;
  const account = db.selectFrom('accounts').select('id').where('id', '=', accountId).where('brand', 'like', name);
  const project = db.selectFrom('projects').select('id').where('account_id', '=', accountId);
  const template = db.selectFrom('templates').select('id').where('account_id', '=', accountId);
  const revision = db.selectFrom('template_revisions').select('template_id as id').where('account_id', '=', accountId);
  const bulkJob = db.selectFrom('bulk_jobs').select('id').where('account_id', '=', accountId);
  const found = await account
    .unionAll(project.where(({ eb, or }) => or([eb('settings', 'like', name), eb('template_own', 'like', name)])))
    .unionAll(template.where('draft', 'like', name))
    .unionAll(revision.where('content', 'like', name))
    .unionAll(bulkJob.where('parameters', 'like', name))
    .limit(1)
    .execute();
  return found.length > 0;
}
