import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { foldLabel, readLabelName } from '../labels/label-names.ts';
import { type LabelKind, mostLabels } from '../labels/labels.ts';
import { mostTags } from '../labels/project-labels.ts';
import type { ImportFault, PlannedProject } from './import-check.ts';
import type { ImportRow } from './import-rows.ts';

const columns = { tag: 'tags', folder: 'folder' } as const;

/** Names by kind, as they are compared. */
type Folded = Readonly<Record<LabelKind, Set<string>>>;

/** The tags and folders of an account, with those that rows add. */
export class ImportLabels {
  readonly #folded: Folded;

  private constructor(folded: Folded) {
    this.#folded = folded;
  }

  static async of(db: Queryable, accountId: string): Promise<ImportLabels> {
    const rows = db.selectFrom('labels').select(['kind', 'folded']).where('account_id', '=', accountId);
    const known = { tag: new Set<string>(), folder: new Set<string>() };
    for (const { kind, folded } of await rows.execute()) known[kind].add(folded);
    return new ImportLabels(known);
  }

  /** What is wrong with the tags and the folder of a row. */
  faults({ row, tags, folder }: ImportRow): ImportFault[] {
    const named = [
      ...tags.map((name) => ['tag', name] as const),
      ...(folder === '' ? [] : [['folder', folder] as const]),
    ];
    const wrong = named.flatMap(([kind, name]): ImportFault[] => {
      const column = columns[kind];
      try {
        this.#folded[kind].add(foldLabel(readLabelName(column, name)));
        return [];
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return [{ row, column, rule: 'name', message: error.message }];
      }
    });
    if (new Set(tags.map(foldLabel)).size <= mostTags) return wrong;
    return [...wrong, { row, column: 'tags', rule: 'most', message: `has more than ${mostTags} tags` }];
  }

  /** Whether the account would have too many, once all rows are looked at. */
  tooMany(): ImportFault[] {
    return (['tag', 'folder'] as const).flatMap((kind): ImportFault[] => {
      const count = this.#folded[kind].size;
      if (count <= mostLabels) return [];
      const message = `would give the account ${count} ${kind}s, and it has ${mostLabels} at most`;
      return [{ row: null, column: columns[kind], rule: 'most', message }];
    });
  }
}

/** The tags and the folder of a row as projects are created with them. */
export function labelsOf({ tags, folder }: ImportRow): Pick<PlannedProject['fields'], 'tags' | 'folder'> {
  return { ...(tags.length > 0 && { tags: [...tags] }), ...(folder !== '' && { folder }) };
}
