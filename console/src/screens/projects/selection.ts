/** What the list of projects is narrowed to: its query. */
export interface ProjectFilter {
  readonly q?: string;
  readonly status?: 'active' | 'archived';
  readonly tag?: string[];
  readonly folder?: string;
}

/** What is ticked in the list: some projects, or all that its filter finds. */
export type Selection =
  | { readonly ids: readonly string[] }
  | { readonly filter: ProjectFilter; readonly total: number };

/** How many projects are ticked. */
export const countOf = (selection: Selection) => ('ids' in selection ? selection.ids.length : selection.total);
