import type { Queryable } from '../../platform/database/tables.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { Brand } from '../../reporting/documents/model.ts';
import { getBrand } from '../brands/brands.ts';
import { loadPicture } from '../pictures/pictures.ts';
import { getProject } from './projects.ts';
import type { Settings } from './schema.ts';

/** A picture of a brand that is no longer stored; `field` says whose. */
export class BrandError extends Error {
  override readonly name = 'BrandError';
  readonly field: string;
  readonly value: string;

  constructor(field: string, value: string) {
    super(`The brand has the picture ${value}, which is no longer stored; send it again.`);
    this.field = field;
    this.value = value;
  }
}

/**
 * The brand that a report of a project freezes: the project's own values and, for what it leaves open, those of its
 * account. Throws BrandError for a picture that is no longer stored.
 */
export async function loadBrand(
  { db, objects }: { readonly db: Queryable; readonly objects: ObjectStore },
  accountId: string,
  settings: Settings,
): Promise<Brand> {
  const account = await getBrand(db, accountId);
  const own = settings.brand;
  const chosen = <Field extends 'name' | 'footer' | 'contact' | 'font'>(field: Field) =>
    own?.[field] ?? account?.[field] ?? null;
  const picture = async (field: 'logo' | 'cover_picture') => {
    if (own?.[field]) return load(objects, accountId, own[field], `settings.brand.${field}`);
    if (field === 'logo' && settings.logo) return settings.logo;
    return account?.[field] ? load(objects, accountId, account[field], `brand.${field}`) : null;
  };
  const others = {
    ...{ name: chosen('name'), footer: chosen('footer'), contact: chosen('contact'), font: chosen('font') },
    cover_picture: await picture('cover_picture'),
  };
  return {
    accent_color: own?.accent_color ?? settings.accent_color ?? account?.accent_color ?? null,
    logo: await picture('logo'),
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
  };
}

/** Whether comments on reports of a project that are written now show no name. Throws `not_found` without the project. */
export async function hasAnonymousComments(db: Queryable, accountId: string, projectId: string): Promise<boolean> {
  const { brand }: Settings = JSON.parse((await getProject(db, accountId, projectId)).settings);
  return brand?.anonymous_comments ?? (await getBrand(db, accountId))?.anonymous_comments ?? false;
}

async function load(objects: ObjectStore, accountId: string, value: string, field: string): Promise<string> {
  const picture = await loadPicture(objects, accountId, value);
  if (!picture) throw new BrandError(field, value);
  return picture;
}
