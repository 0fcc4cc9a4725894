import type { Queryable } from '../../platform/database/tables.ts';
import { mapBounded } from '../../reporting/connectors/map-bounded.ts';
import { listGrantResources, type SeenResource, systemsOfGrant } from '../connections/grant-resources.ts';
import type { GrantRow } from '../connections/oauth-grants.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import type { CellFault, SlotCell } from './slot-cells.ts';

const listsAtOnce = 6;
/** More sign-ins of an account are not asked. */
const mostGrants = 200;

type ResourceCell = Extract<SlotCell, { readonly system: string }>;

/** What the sign-ins of an account see, asked once for all rows. */
export class SeenResources {
  readonly #grants: readonly { readonly grant: GrantRow; readonly systems: readonly string[] }[];
  /** What each sign-in sees of a system, by both; a sentence where it was not told. */
  readonly #seen = new Map<string, ReadonlyMap<string, SeenResource> | string>();

  constructor(grants: readonly GrantRow[]) {
    this.#grants = grants.map((grant) => ({ grant, systems: systemsOfGrant(grant) }));
  }

  /** The account's sign-ins, with nothing asked yet. */
  static async of(db: Queryable, accountId: string): Promise<SeenResources> {
    const rows = db.selectFrom('oauth_grants').selectAll().where('account_id', '=', accountId).orderBy('id');
    return new SeenResources((await rows.limit(mostGrants).execute()) as GrantRow[]);
  }

  /** Asks the sign-ins for what the cells name, side by side; all end within `withinMs`. */
  async look(
    db: Queryable,
    environment: ConnectionEnvironment,
    cells: readonly ResourceCell[],
    withinMs: number,
  ): Promise<void> {
    const asked = new Map<string, { readonly grant: GrantRow; readonly system: string }>();
    for (const cell of cells) {
      for (const { grant } of this.#candidates(cell)) {
        asked.set(`${grant.id} ${cell.system}`, { grant, system: cell.system });
      }
    }
    const deadline = Date.now() + withinMs;
    await mapBounded([...asked], listsAtOnce, async ([key, { grant, system }]) => {
      const leftMs = deadline - Date.now();
      if (leftMs <= 0) return this.#seen.set(key, 'there was no time left to ask for it');
      const [seen] = await listGrantResources(db, environment, grant, { system, withinMs: leftMs });
      const byId = new Map(seen?.resources.map((resource) => [resource.id, resource]));
      return this.#seen.set(key, seen?.fault?.message ?? byId);
    });
  }

  /** The one resource that a cell names; a fault where no sign-in sees it, or several do. */
  find(cell: ResourceCell): SeenResource | CellFault {
    const { system, id, grantId } = cell;
    const candidates = this.#candidates(cell);
    if (grantId !== null && candidates.length === 0) {
      return { rule: 'grant', message: `names the sign-in ${grantId}, which does not let the account read ${system}` };
    }
    if (candidates.length === 0) {
      const message = `names something of ${system}, and no sign-in of the account lets the service read it. Connect one project by signing in first`;
      return { rule: 'grant', message };
    }
    const lists = candidates.map(({ grant }) => this.#seen.get(`${grant.id} ${system}`));
    const found = lists.flatMap((list) => (list instanceof Map && list.get(id) ? [list.get(id) as SeenResource] : []));
    const [only, other] = found;
    if (only && other) {
      const ways = found.map(({ grant_id }) => `@${grant_id}`).join(' or ');
      return { rule: 'ambiguous', message: `is seen by several sign-ins; write one of them behind it: ${ways}` };
    }
    if (only) return only;
    const silent = lists.find((list) => typeof list === 'string');
    if (silent !== undefined) return { rule: 'unavailable', message: `could not be looked up: ${silent}` };
    const whose = grantId === null ? 'no sign-in of the account sees' : `the sign-in ${grantId} does not see`;
    return { rule: 'seen', message: `names "${id}" of ${system}, which ${whose}` };
  }

  #candidates({ system, grantId }: ResourceCell) {
    return this.#grants.filter(
      ({ grant, systems }) => systems.includes(system) && (grantId === null || grant.id === grantId),
    );
  }
}

/** Whether what was looked for has been found. */
export function isFault(found: object): found is CellFault {
  return 'rule' in found;
}
