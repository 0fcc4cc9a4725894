import { type ReactNode, useState } from 'react';
import { Select } from '../../components/fields.tsx';
import type { Option } from '../../components/OptionList.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import styles from './audit.module.css';

const hours = { any: 0, day: 24, week: 7 * 24, month: 30 * 24 } as const;
type Time = keyof typeof hours;
const times = Object.keys(hours) as Time[];
const all = 'all';

interface Chosen {
  readonly actor: string;
  readonly action: string;
  readonly time: Time;
  /** When `time` begins; it stays while the list is read page by page. */
  readonly from: string | undefined;
}

export interface AuditFilter extends Chosen {
  readonly isSet: boolean;
  /** As operations take it. */
  readonly query: { readonly actor?: string; readonly action?: string; readonly from?: string };
}

function startOf(time: Time): string | undefined {
  if (time === 'any') return undefined;
  return `${new Date(Date.now() - hours[time] * 3_600_000).toISOString().slice(0, 19)}Z`;
}

/** What is looked for in the log, and how to look for something else. */
export function useAuditFilter(): [AuditFilter, (change: Partial<Chosen>) => void] {
  const [chosen, setChosen] = useState<Chosen>({ actor: all, action: all, time: 'any', from: undefined });
  const { actor, action, from } = chosen;
  const query = {
    ...(actor !== all && { actor }),
    ...(action !== all && { action }),
    ...(from !== undefined && { from }),
  };
  return [{ ...chosen, query, isSet: Object.keys(query).length > 0 }, (change) => setChosen({ ...chosen, ...change })];
}

/** The fields that narrow the log down; without `actors` not by person. Further ones (`children`) come first. */
export function AuditFilters({
  filter,
  onChange,
  actors,
  children,
}: {
  readonly filter: AuditFilter;
  readonly onChange: (change: Partial<Chosen>) => void;
  readonly actors?: readonly Option[];
  readonly children?: ReactNode;
}) {
  const { audit } = useMessages();
  const { locale } = useLanguage();
  const actions = Object.entries(audit.actions).map(([id, label]) => ({ id, label }));
  actions.sort((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <div className={styles.filters}>
      {children}
      {actors && (
        <Select
          label={audit.person}
          options={[{ id: all, label: audit.anybody }, ...actors]}
          value={filter.actor}
          onChange={(actor) => onChange({ actor })}
        />
      )}
      <Select
        label={audit.what}
        options={[{ id: all, label: audit.anything }, ...actions]}
        value={filter.action}
        onChange={(action) => onChange({ action })}
      />
      <Select
        label={audit.time}
        options={times.map((id) => ({ id, label: audit.times[id] }))}
        value={filter.time}
        onChange={(time) => onChange({ time, from: startOf(time) })}
      />
    </div>
  );
}
