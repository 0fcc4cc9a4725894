import { useMemo, useState } from 'react';
import { useList } from '../../api/reads.ts';
import { Button } from '../../components/Button.tsx';
import { ComboBox } from '../../components/ComboBox.tsx';
import { Checkbox, Select, TextField } from '../../components/fields.tsx';
import { Card } from '../../components/Page.tsx';
import { Badge, Fault, Note, type Tone } from '../../components/states.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { nameOf } from '../connections/systems.ts';
import { currencyOptions, firstChoices, localeOptions, timeZoneOptions } from '../projects/choices.ts';
import { Check } from './Check.tsx';
import styles from './imports.module.css';
import { type Common, keyOf, type Match, rowOf, unitsOf } from './matches.ts';

/** Rows that are drawn at once; each has fields. */
const drawnAtOnce = 100;
const tones: Readonly<Record<Match['certainty'], Tone>> = { certain: 'good', likely: 'accent', unsure: 'warning' };

/** Proposed projects: ticked, named and given what they have in common, then checked and made. */
export function Matches({
  matches,
  onStart,
}: {
  readonly matches: readonly Match[];
  readonly onStart: (bulkJobId: string) => void;
}) {
  const { imports, common: words } = useMessages();
  const { language } = useLanguage();
  const [common, setCommon] = useState<Common>(() => ({ ...firstChoices(language), template: '' }));
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const certain = () => new Set(matches.filter(({ certainty }) => certainty === 'certain').map(keyOf));
  const [ticked, setTicked] = useState<ReadonlySet<string>>(certain);
  const [drawn, setDrawn] = useState(drawnAtOnce);
  const [isMissing, setMissing] = useState(false);
  const named = (match: Match) => names[keyOf(match)] ?? match.name;
  const chosen = matches.filter((match) => ticked.has(keyOf(match)));
  const body = () => {
    setMissing(chosen.length === 0);
    return chosen.length === 0 ? undefined : { rows: chosen.map((match) => rowOf(match, named(match), common)) };
  };
  const tick = (key: string, isTicked: boolean) => {
    const next = new Set(ticked);
    if (isTicked) next.add(key);
    else next.delete(key);
    setTicked(next);
    setMissing(false);
  };
  return (
    <>
      <Card title={imports.matches.title}>
        <div className={styles.stack}>
          <p className={styles.quiet}>{imports.matches.text}</p>
          <div className={styles.line}>
            <Button onPress={() => setTicked(certain())}>{imports.matches.certain}</Button>
            <Button onPress={() => setTicked(new Set(matches.map(keyOf)))}>{imports.matches.all}</Button>
            <Button onPress={() => setTicked(new Set())}>{imports.matches.none}</Button>
          </div>
          <Proposals
            matches={matches.slice(0, drawn)}
            {...{ common, named, ticked, tick }}
            rename={(key, name) => setNames((before) => ({ ...before, [key]: name }))}
          />
          {drawn < matches.length && (
            <div className={styles.line}>
              <Button onPress={() => setDrawn(drawn + drawnAtOnce)}>{words.more}</Button>
            </div>
          )}
          {isMissing && <Note tone="bad" text={imports.matches.missing} />}
        </div>
      </Card>
      <CommonFields value={common} onChange={(changes) => setCommon((before) => ({ ...before, ...changes }))} />
      <Check
        key={JSON.stringify([common, chosen.map((match) => [keyOf(match), named(match)])])}
        bodyOf={body}
        onStart={onStart}
        nameOf={(row) => {
          const match = chosen[row - 1];
          return match ? named(match) : String(row);
        }}
      />
    </>
  );
}

function Proposals({
  matches,
  common,
  named,
  ticked,
  tick,
  rename,
}: {
  readonly matches: readonly Match[];
  readonly common: Common;
  readonly named: (match: Match) => string;
  readonly ticked: ReadonlySet<string>;
  readonly tick: (key: string, isTicked: boolean) => void;
  readonly rename: (key: string, name: string) => void;
}) {
  const { imports, connections } = useMessages();
  const words = imports.matches;
  const columns: Column<Match>[] = [
    {
      id: 'name',
      label: words.name,
      cell(match) {
        const key = keyOf(match);
        return (
          <span className={styles.name}>
            <Checkbox isSelected={ticked.has(key)} onChange={(isTicked) => tick(key, isTicked)}>
              <span className="unseen">{words.make(named(match))}</span>
            </Checkbox>
            <TextField
              label={words.name}
              hidesLabel
              isRequired
              maxLength={200}
              value={named(match)}
              onChange={(name) => rename(key, name)}
            />
          </span>
        );
      },
    },
    {
      id: 'sources',
      label: words.sources,
      cell: ({ resources }) => (
        <span className={styles.lines}>
          {resources.map(({ system, id, label }) => (
            <span key={`${system}:${id}`}>
              <span className={styles.small}>{nameOf(system, connections)}</span> <bdi>{label}</bdi>
            </span>
          ))}
        </span>
      ),
    },
    { id: 'sure', label: words.sure, cell: (match) => <Sureness match={match} /> },
    {
      id: 'units',
      label: words.units,
      cell(match) {
        const { currency, time_zone } = unitsOf(match, common);
        return `${currency} · ${time_zone.replaceAll('_', ' ')}`;
      },
    },
  ];
  return <Table label={words.title} columns={columns} rows={matches} keyOf={keyOf} />;
}

function Sureness({ match: { certainty, reason, score, rivals } }: { readonly match: Match }) {
  const { imports } = useMessages();
  const { percent } = useFormat();
  const why = [imports.reasons[reason], ...(score === null ? [] : [imports.alike(percent(score))])];
  return (
    <span className={styles.lines}>
      <Badge tone={tones[certainty]}>{imports.certainty[certainty]}</Badge>
      <span className={styles.small}>{why.join(' · ')}</span>
      {rivals.length > 0 && (
        <span className={styles.small}>{imports.matches.rivals(rivals.slice(0, 3).join(', '))}</span>
      )}
    </span>
  );
}

function CommonFields({
  value,
  onChange,
}: {
  readonly value: Common;
  readonly onChange: (changes: Partial<Common>) => void;
}) {
  const { imports, projects } = useMessages();
  const { fields } = projects;
  const { locale: reader } = useLanguage();
  const { locale, currency, time_zone, template } = value;
  const templates = useList('listTemplates', { query: { sort: 'name', direction: 'asc', per_page: 100 } });
  const locales = useMemo(() => localeOptions(reader, locale), [reader, locale]);
  const currencies = useMemo(() => currencyOptions(reader, currency), [reader, currency]);
  const zones = useMemo(() => timeZoneOptions(reader, time_zone), [reader, time_zone]);
  const published = (templates.items ?? []).filter((each) => each.published > 0);
  return (
    <Card title={imports.common}>
      {templates.error && <Fault error={templates.error} onRetry={() => void templates.refetch()} />}
      <div className={styles.fields}>
        <Select
          label={imports.template}
          options={[{ id: '', label: imports.noTemplate }, ...published.map(({ id, name }) => ({ id, label: name }))]}
          value={template}
          onChange={(next) => onChange({ template: next })}
        />
        <ComboBox
          label={fields.locale}
          options={locales}
          value={locale}
          onChange={(next) => onChange({ locale: next })}
        />
        <ComboBox
          label={fields.timeZone}
          options={zones}
          value={time_zone}
          onChange={(next) => onChange({ time_zone: next })}
        />
        <ComboBox
          label={fields.currency}
          options={currencies}
          value={currency}
          onChange={(next) => onChange({ currency: next })}
        />
      </div>
    </Card>
  );
}
