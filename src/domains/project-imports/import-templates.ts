import type { Queryable } from '../../platform/database/tables.ts';
import type { KeyedContent } from '../templates/follow.ts';
import { listTemplates, readContent } from '../templates/templates.ts';
import type { CellFault } from './slot-cells.ts';

/** A published template as rows name it. */
export interface ImportTemplate {
  readonly id: string;
  readonly name: string;
  readonly slots: KeyedContent['slots'];
}

interface KnownTemplate {
  readonly id: string;
  readonly name: string;
  /** What is published; null for nothing yet. */
  readonly content: string | null;
}

/** The templates of an account, by id and by name. */
export class ImportTemplates {
  readonly #templates: readonly KnownTemplate[];
  readonly #read = new Map<string, ImportTemplate>();

  private constructor(templates: readonly KnownTemplate[]) {
    this.#templates = templates;
  }

  static async of(db: Queryable, accountId: string): Promise<ImportTemplates> {
    const all = await listTemplates(db, accountId);
    const published = await db
      .selectFrom('template_revisions')
      .innerJoin('templates', (join) =>
        join
          .onRef('template_revisions.template_id', '=', 'templates.id')
          .onRef('template_revisions.number', '=', 'templates.published'),
      )
      .select(['templates.id', 'template_revisions.content'])
      .where('templates.account_id', '=', accountId)
      .execute();
    const contents = new Map(published.map(({ id, content }) => [id, content]));
    return new ImportTemplates(all.map(({ id, name }) => ({ id, name, content: contents.get(id) ?? null })));
  }

  /** The template that a cell names; null for an empty one. */
  find(text: string): ImportTemplate | CellFault | null {
    if (text === '') return null;
    const named = this.#named(text);
    if (!named) {
      const known = this.#templates.map(({ name }) => `"${name}"`).slice(0, 20);
      const there = known.length > 0 ? `there are ${known.join(', ')}` : 'there is none yet';
      return { rule: 'value', message: `names no template of the account; ${there}` };
    }
    const { id, name, content } = named;
    if (content === null) return { rule: 'published', message: `names "${name}", which is not published yet` };
    const read = this.#read.get(id) ?? { id, name, slots: readContent(content).slots };
    this.#read.set(id, read);
    return read;
  }

  #named(text: string) {
    const exact = this.#templates.find(({ id, name }) => id === text || name === text);
    if (exact) return exact;
    const alike = this.#templates.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
    return alike.length === 1 ? alike[0] : undefined;
  }
}
