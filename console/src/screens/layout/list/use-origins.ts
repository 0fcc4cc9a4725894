import type { Data } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { isSame } from '../draft/draft.ts';
import type { Section } from '../types.ts';

/** Tells of a section whether it is the project's own, where the project follows a template. */
export type OriginOf = (section: Section) => 'changed' | 'own' | undefined;

/**
 * Tells of each section, as it is stored, whether it is the project's own rather than its template's; undefined for those
 * of the template, those that are not stored yet, and where the project follows none.
 */
export function useOrigins(
  { id, follows_template: enabled }: Pick<Data<'getProject'>, 'id' | 'follows_template'>,
  stored: readonly Section[] | null | undefined,
): OriginOf {
  const { data, error } = useRead('getProjectTemplate', { project_id: id }, { enabled });
  const shown = error ? undefined : data?.data.sections?.filter(({ is_left_out }) => !is_left_out);
  // What is read of both may be of two moments.
  if (!stored || shown?.length !== stored.length) return () => undefined;
  return (section) => {
    const origin = shown[stored.findIndex((one) => isSame(one, section))]?.origin;
    return origin === 'template' ? undefined : origin;
  };
}
