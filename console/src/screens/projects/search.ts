const statuses = ['active', 'archived', 'all'] as const;
const sorts = ['name', 'created_at', 'updated_at'] as const;

const mostTags = 20;

export type ListedStatus = (typeof statuses)[number];
export type ProjectSort = (typeof sorts)[number];

/** What the address of the list of projects says; what it does not say is as it is at first. */
export interface ProjectSearch {
  readonly q?: string;
  readonly status?: ListedStatus;
  readonly sort?: ProjectSort;
  readonly tag?: string[];
  readonly folder?: string;
  /** Opens the dialog that makes a project. */
  readonly make?: true;
}

/** Reads it from an address, which anybody may have typed. */
export function readProjectSearch({ q, status, sort, tag, folder, make }: Record<string, unknown>): ProjectSearch {
  const words = typeof q === 'string' || typeof q === 'number' ? String(q).slice(0, 200) : '';
  const listed = statuses.find((one) => one === status);
  const sorted = sorts.find((one) => one === sort);
  const tags = [tag].flat().filter((name): name is string => typeof name === 'string' && name !== '');
  return {
    ...(words !== '' && { q: words }),
    ...(listed && { status: listed }),
    ...(sorted && { sort: sorted }),
    ...(tags.length > 0 && { tag: tags.slice(0, mostTags) }),
    ...(typeof folder === 'string' && folder !== '' && { folder }),
    ...((make === true || make === 1) && { make: true }),
  };
}
