import type { Queryable } from '../../platform/database/tables.ts';
import { missing } from '../../platform/faults.ts';
import { validationError, validatorCompiler } from '../../platform/http/validation.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { PlacedPicture } from '../pictures/pictures.ts';
import type { NameOf } from '../pictures/store-pictures.ts';
import { storePictures } from '../pictures/store-pictures.ts';
import { type Brand, BrandInput } from './schema.ts';

/** The fields that hold pictures, with what reports show them as. */
const brandPictures = [
  ['logo', 'logo'],
  ['cover_picture', 'cover'],
] as const;

/** The pictures of a brand; `place` is the path of the brand in its request, with a full stop. */
export function picturesOfBrand(brand: BrandInput | null | undefined, place: string): PlacedPicture[] {
  return brandPictures.flatMap(([field, as]) => {
    const picture = brand?.[field];
    return typeof picture === 'string' ? [{ picture, field: `${place}${field}`, as }] : [];
  });
}

/** The brand with its pictures named. */
export function nameBrandPictures(brand: BrandInput, nameOf: NameOf): BrandInput {
  const named = brandPictures.flatMap(([field]) => {
    const picture = brand[field];
    return typeof picture === 'string' ? [[field, nameOf(picture)]] : [];
  });
  return { ...brand, ...Object.fromEntries(named) };
}

/** A brand with every field, as answers show it. */
export function toBrand(brand: BrandInput): Brand {
  const { name, logo, accent_color, footer, contact, cover_picture, font, anonymous_comments } = brand;
  return {
    ...{ name: name ?? null, logo: logo ?? null, accent_color: accent_color ?? null, footer: footer ?? null },
    ...{ contact: contact ?? null, cover_picture: cover_picture ?? null, font: font ?? null },
    anonymous_comments: anonymous_comments ?? null,
  };
}

/** Any JSON as a brand; throws `invalid_request` with the fields at fault. */
export function readBrand(json: unknown): BrandInput {
  const validate = validatorCompiler({ schema: BrandInput, method: 'POST', url: '' });
  const { error } = validate(json) as { error?: unknown };
  if (error) throw validationError(error as Parameters<typeof validationError>[0], 'body');
  return json as BrandInput;
}

/** The account's brand; null where it has none. Throws `not_found` without the account. */
export async function getBrand(db: Queryable, accountId: string): Promise<Brand | null> {
  const row = await db.selectFrom('accounts').select('brand').where('id', '=', accountId).executeTakeFirst();
  if (!row) throw missing('account', accountId);
  return row.brand === null ? null : toBrand(JSON.parse(row.brand));
}

/**
 * A brand with its pictures stored, and named instead of repeated: to be called before the transaction that sets it.
 * Throws as `storePictures` does.
 */
export async function storeBrandPictures(
  objects: ObjectStore,
  accountId: string,
  brand: BrandInput,
): Promise<BrandInput> {
  return nameBrandPictures(brand, await storePictures(objects, accountId, picturesOfBrand(brand, '')));
}

/** Replaces the account's whole brand, or removes it; pictures must be named. Throws `not_found` without the account. */
export async function setBrand(
  transaction: Queryable,
  accountId: string,
  brand: BrandInput | null,
): Promise<Brand | null> {
  const { numUpdatedRows } = await transaction
    .updateTable('accounts')
    .set({ brand: brand && JSON.stringify(brand), updated_at: new Date().toISOString() })
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw missing('account', accountId);
  return brand && toBrand(brand);
}
