import type { Queryable } from '../../platform/database/tables.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { Brand } from '../../reporting/documents/model.ts';
import { isPictureReference } from '../../reporting/documents/picture.ts';
import { SectionError } from '../../reporting/documents/section-names.ts';
import type { SectionSettings, SectionsSettings } from '../../reporting/documents/section-settings.ts';
import { getBrand, nameBrandPictures, picturesOfBrand } from '../brands/brands.ts';
import { findPicture } from '../pictures/pictures.ts';
import { type PlacedPicture, storePictures } from '../pictures/store-pictures.ts';
import type { ProjectRow } from './projects.ts';
import type { ProjectUpdate, Settings } from './schema.ts';

/** A picture of the brand that is no longer stored; `field` says whose. */
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
  const sections = settings?.sections ?? [];
  const placed = [...picturesOfSections(sections), ...picturesOfBrand(settings?.brand, 'settings.brand.')];
  if (!settings || placed.length === 0) return fields;
  const nameOf = await storePictures(objects, accountId, placed);
  const named = {
    ...(settings.sections && { sections: withPictures(sections, nameOf) }),
    ...(settings.brand && { brand: nameBrandPictures(settings.brand, nameOf) }),
  };
  return { ...fields, settings: { ...settings, ...named } };
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
  const places = new Map<string, number>();
  for (const [index, section] of (sections ?? []).entries()) {
    if (section.type === 'image' && !places.has(section.picture)) places.set(section.picture, index);
  }
  if (!sections || places.size === 0) return sections;
  const pictures = new Map<string, string>();
  for (const [name, index] of places) {
    const picture = await load(objects, accountId, name);
    const message = `The section shows the picture ${name}, which is no longer stored; send it again.`;
    if (!picture) throw new SectionError(index, 'picture', name, message);
    pictures.set(name, picture);
  }
  return withPictures(sections, (name) => pictures.get(name) ?? name);
}

/**
 * The brand that a report of the project freezes: the project's own values and, for what it leaves open, those of its
 * account. Throws BrandError for a picture that is no longer stored.
 */
export async function loadBrand(
  { db, objects }: { readonly db: Queryable; readonly objects: ObjectStore },
  { account_id: accountId }: Pick<ProjectRow, 'account_id'>,
  settings: Settings,
): Promise<Brand> {
  const account = await getBrand(db, accountId);
  const own = settings.brand;
  const picture = async (field: 'logo' | 'cover_picture'): Promise<string | null> => {
    const older = field === 'logo' ? settings.logo : null;
    const [value, place] = own?.[field]
      ? [own[field], `settings.brand.${field}`]
      : [older ?? account?.[field] ?? null, `brand.${field}`];
    if (value === null) return null;
    return (await load(objects, accountId, value)) ?? refuse(place, value);
  };
  const chosen = <Field extends 'name' | 'footer' | 'contact' | 'font'>(field: Field) =>
    own?.[field] ?? account?.[field] ?? null;
  const optional = {
    ...{ name: chosen('name'), footer: chosen('footer'), contact: chosen('contact'), font: chosen('font') },
    cover_picture: await picture('cover_picture'),
  };
  return {
    accent_color: own?.accent_color ?? settings.accent_color ?? account?.accent_color ?? null,
    logo: await picture('logo'),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
  };
}

function refuse(field: string, value: string): never {
  throw new BrandError(field, value);
}

async function load(objects: ObjectStore, accountId: string, picture: string): Promise<string | undefined> {
  return isPictureReference(picture) ? findPicture(objects, accountId, picture) : picture;
}

function picturesOfSections(sections: SectionsSettings): PlacedPicture[] {
  return sections.flatMap((section, index) =>
    section.type === 'image' ? [{ picture: section.picture, field: `settings.sections.${index}.picture` }] : [],
  );
}

function withPictures(sections: SectionsSettings, change: (picture: string) => string): SectionsSettings {
  return sections.map((section): SectionSettings => {
    return section.type === 'image' ? { ...section, picture: change(section.picture) } : section;
  });
}
