import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { SectionError } from '../../reporting/documents/section-names.ts';
import type { SectionSettings, SectionsSettings } from '../../reporting/documents/section-settings.ts';
import { loadPicture, type PlacedPicture } from './pictures.ts';

/** The pictures of the sections of `settings`. */
export function picturesOfSections(sections: SectionsSettings | null | undefined): PlacedPicture[] {
  return (sections ?? []).flatMap((section, index) =>
    section.type === 'image'
      ? [{ picture: section.picture, field: `settings.sections.${index}.picture`, as: 'picture' }]
      : [],
  );
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
  const pictures = new Map<string, string>();
  for (const [index, section] of (sections ?? []).entries()) {
    if (section.type !== 'image' || pictures.has(section.picture)) continue;
    const { picture: name } = section;
    const picture = await loadPicture(objects, accountId, name);
    const message = `The section shows the picture ${name}, which is no longer stored; send it again.`;
    if (!picture) throw new SectionError(index, 'picture', name, message);
    pictures.set(name, picture);
  }
  return sections && withPictures(sections, (name) => pictures.get(name) ?? name);
}

export function withPictures(sections: SectionsSettings, change: (picture: string) => string): SectionsSettings {
  return sections.map((section): SectionSettings => {
    return section.type === 'image' ? { ...section, picture: change(section.picture) } : section;
  });
}
