import { ApiError } from '../../../api/client.ts';
import type { Faults } from '../types.ts';
import type { Draft } from './draft.ts';

/** What is wrong with a draft, by where it is. */
export interface DraftFaults {
  /** By the name of the section. */
  readonly sections: ReadonlyMap<string, Faults>;
  /** By the path below `settings`, such as `brand.footer`. */
  readonly rest: Faults;
  /** By the id of the connection. */
  readonly connections: ReadonlyMap<string, string>;
}

const noFaults: DraftFaults = { sections: new Map(), rest: {}, connections: new Map() };

/** Where the service found faults in `draft`, as it was sent; `below` is where the request has its settings, if anywhere. */
export function faultsOf(error: Error | null, draft: Draft, below = ''): DraftFaults {
  if (!(error instanceof ApiError)) return noFaults;
  const sections = new Map<string, Record<string, string>>();
  const rest: Record<string, string> = {};
  const connections = new Map<string, string>();
  for (const { field, message } of error.details) {
    const whole = field.replace(/^body\./, '');
    const isInside = whole.startsWith(`${below}.`);
    if (below !== '' && !isInside && !whole.startsWith('connections.')) continue;
    const [root, name, index = '', ...path] = (isInside ? whole.slice(below.length + 1) : whole).split('.');
    const key = root === 'settings' && name === 'sections' ? draft.sections?.[Number(index)]?.key : undefined;
    if (root === 'connections' && name !== undefined) connections.set(name, message);
    else if (root === 'slots') rest[[root, name, index, ...path].filter(Boolean).join('.')] = message;
    else if (key !== undefined) sections.set(key, { ...sections.get(key), [path.join('.')]: message });
    else if (root === 'settings' && name !== undefined)
      rest[[name, index, ...path].filter(Boolean).join('.')] = message;
  }
  return { sections, rest, connections };
}

/** The faults below a path: `below(rest, 'goals')` names them as `0.amount`. */
export function below(faults: Faults, path: string): Faults {
  const inside = Object.entries(faults).filter(([name]) => name === path || name.startsWith(`${path}.`));
  return Object.fromEntries(inside.map(([name, text]) => [name.slice(path.length + 1), text]));
}
