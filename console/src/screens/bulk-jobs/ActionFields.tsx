import { useState } from 'react';
import { useList } from '../../api/reads.ts';
import { BrandFields, type BrandInput } from '../../components/brand/BrandFields.tsx';
import { ComboBox } from '../../components/ComboBox.tsx';
import { Checkbox, RadioGroup, Select, TextField } from '../../components/fields.tsx';
import { useLabels } from '../../components/labels.ts';
import { Loading } from '../../components/states.tsx';
import { TagsField } from '../../components/TagsField.tsx';
import type { Messages } from '../../messages/catalog.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { firstChoices, localeOptions } from '../projects/choices.ts';
import { type Comparison, comparedWith, comparisons, faultOf, type Period, periodOf } from '../reports/periods.ts';
import { DeliveryFields, TimingFields } from '../schedules/ScheduleFields.tsx';
import { isAddress, newDraft, bodyOf as scheduleOf } from '../schedules/schedule-draft.ts';
import { ownZone } from '../schedules/words.ts';
import { ProjectChoice } from '../templates/ProjectChoice.tsx';
import type { BulkAction, Parameters } from './actions.ts';

interface FieldsProps {
  /** Null while something is missing. */
  readonly values: Parameters | null;
  readonly onChange: (values: Parameters | null) => void;
  readonly faults: Readonly<Record<string, string>>;
}

const lives = ['7', '30', '90', '365', 'forever'] as const;
const dayMs = 86_400_000;

/** What an action takes before anybody has chosen anything; null where something has to be chosen. */
export function firstValues(action: BulkAction, language: string): Parameters | null {
  if (action === 'generate') return { period: 'previous-month', compare: 'previous' };
  if (action === 'export') return { format: 'pdf' };
  if (action === 'share') return { figures: false, password: null, expires_at: afterDays('90') };
  if (action === 'schedule') return { schedule: withoutZone(newDraft(ownZone)) };
  if (action === 'folder') return { folder: null };
  if (action === 'language') return { locale: firstChoices(language).locale };
  return action === 'archive' || action === 'restore' || action === 'detach' ? {} : null;
}

/** The fields of an action. */
export function ActionFields({ action, ...props }: FieldsProps & { readonly action: BulkAction }) {
  const { bulk, templates } = useMessages();
  switch (action) {
    case 'generate':
      return <PeriodFields {...props} />;
    case 'export':
      return <FormatField {...props} />;
    case 'share':
      return <LinkFields {...props} />;
    case 'schedule':
      return <ScheduleFields {...props} />;
    case 'recipients':
      return <RecipientFields {...props} />;
    case 'tag':
      return <TagFields {...props} />;
    case 'folder':
      return <FolderField {...props} />;
    case 'language':
      return <LanguageField {...props} />;
    case 'brand':
      return <BrandChange {...props} />;
    case 'template':
      return <TemplateField {...props} />;
    case 'connect':
      return <ConnectionField {...props} />;
    case 'archive':
      return <p>{bulk.archiveText}</p>;
    case 'restore':
      return <p>{bulk.restoreText}</p>;
    case 'detach':
      return <p>{templates.project.detachText}</p>;
  }
}

const optionsOf = <Key extends string>(words: Readonly<Record<Key, string>>) =>
  Object.entries<string>(words).map(([id, label]) => ({ id: id as Key, label }));

function PeriodFields({ values, onChange }: FieldsProps) {
  const { schedules, reports } = useMessages();
  const words = reports.make;
  const [draft, setDraft] = useState<PeriodDraft>(() => ({
    ...{ period: 'previous-month', compare: 'previous' },
    own: periodOf('lastMonth', ownZone),
    ...values,
  }));
  const change = (changes: Partial<PeriodDraft>) => {
    const next = { ...draft, ...changes };
    setDraft(next);
    onChange(periodValues(next));
  };
  const { period, compare, own } = draft;
  const problem = period === 'own' ? faultOf(own, ownZone) : null;
  return (
    <>
      <Select
        name="period"
        label={schedules.form.period}
        advice={period.endsWith('to-date') ? schedules.periodAdvice : undefined}
        options={[...optionsOf(schedules.periods), { id: 'own' as const, label: words.presets.own }]}
        value={period}
        onChange={(next) => change({ period: next })}
      />
      {period === 'own' && (
        <>
          <TextField
            label={words.from}
            type="date"
            isRequired
            value={own.from}
            onChange={(from) => change({ own: { ...own, from } })}
          />
          <TextField
            label={words.to}
            type="date"
            isRequired
            value={own.to}
            onChange={(to) => change({ own: { ...own, to } })}
            fault={problem === null ? undefined : words.faults[problem]}
          />
        </>
      )}
      <Select
        name="compare"
        label={schedules.form.compare}
        options={comparisons.map((id) => ({ id, label: schedules.comparisons[id] }))}
        value={compare}
        onChange={(next) => change({ compare: next })}
      />
    </>
  );
}

type SchedulePeriod = keyof Messages['schedules']['periods'];

interface PeriodDraft {
  readonly period: SchedulePeriod | 'own';
  readonly compare: Comparison;
  /** The days of `own`. */
  readonly own: Period;
}

/** Days of one's own are the same for all projects; null while there are none that could be asked for. */
function periodValues({ period, compare, own }: PeriodDraft): Parameters | null {
  if (period !== 'own') return { period, compare };
  if (faultOf(own, ownZone) !== null) return null;
  return { days: { current: own, compare: comparedWith(own, compare) } };
}

function FormatField({ values, onChange }: FieldsProps) {
  const { bulk, schedules } = useMessages();
  return (
    <>
      <p>{bulk.latest}</p>
      <Select
        name="format"
        label={schedules.form.formats}
        options={optionsOf(schedules.formats)}
        value={(values?.format ?? 'pdf') as keyof typeof schedules.formats}
        onChange={(format) => onChange({ format })}
      />
    </>
  );
}

function LinkFields({ values, onChange }: FieldsProps) {
  const { bulk, report } = useMessages();
  const { links } = report;
  const [life, setLife] = useState<(typeof lives)[number]>('90');
  const { password = null, figures = false } = (values ?? {}) as { password?: string | null; figures?: boolean };
  const change = (changes: Parameters) => onChange({ ...values, ...changes });
  return (
    <>
      <p>{bulk.latest}</p>
      <Select
        name="expires_at"
        label={links.expiry}
        options={lives.map((id) => ({ id, label: id === 'forever' ? links.forever : links.days(Number(id)) }))}
        value={life}
        onChange={(next) => {
          setLife(next);
          change({ expires_at: afterDays(next) });
        }}
      />
      <Checkbox isSelected={password !== null} onChange={(on) => change({ password: on ? '' : null })}>
        {links.protect}
      </Checkbox>
      {password !== null && (
        <TextField
          name="password"
          label={links.password}
          advice={links.passwordAdvice}
          isRequired
          autoComplete="off"
          value={password}
          onChange={(next) => change({ password: next })}
        />
      )}
      <Checkbox isSelected={figures} onChange={(on) => change({ figures: on })}>
        {links.figures}
      </Checkbox>
    </>
  );
}

function afterDays(life: (typeof lives)[number]): string | null {
  return life === 'forever' ? null : `${new Date(Date.now() + Number(life) * dayMs).toISOString().slice(0, 19)}Z`;
}

function ScheduleFields({ onChange, faults }: FieldsProps) {
  const { bulk } = useMessages();
  const [draft, setDraft] = useState(() => newDraft(ownZone));
  const [isLocal, setLocal] = useState(true);
  const own = Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field.replace(/^schedule\./, ''), fault]),
  );
  const store = (next: typeof draft, local: boolean) => {
    setDraft(next);
    setLocal(local);
    onChange({ schedule: local ? withoutZone(next) : scheduleOf(next) });
  };
  const change = (changes: Partial<typeof draft>) => store({ ...draft, ...changes }, isLocal);
  return (
    <>
      <Checkbox isSelected={isLocal} onChange={(local) => store(draft, local)}>
        {bulk.ownTime}
      </Checkbox>
      <TimingFields draft={draft} onChange={change} faults={own} hasZone={!isLocal} />
      <DeliveryFields draft={draft} onChange={change} fault={own.email} />
    </>
  );
}

function withoutZone(draft: ReturnType<typeof newDraft>): Parameters {
  const { time_zone: _, ...schedule } = scheduleOf(draft);
  return schedule;
}

interface Lists {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

const toLists = ({ add, remove }: Lists): Parameters | null =>
  add.length + remove.length === 0 ? null : { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) };

function RecipientFields({ onChange, faults }: FieldsProps) {
  const { bulk, schedules } = useMessages();
  return (
    <ListFields
      labels={bulk.recipients}
      advice={schedules.form.recipientsAdvice}
      isOne={isAddress}
      wrong={schedules.form.wrongAddress}
      onChange={onChange}
      faults={faults}
    />
  );
}

function TagFields({ onChange, faults }: FieldsProps) {
  const { bulk, labels } = useMessages();
  const known = useLabels() ?? [];
  return (
    <ListFields
      labels={bulk.tags}
      advice={labels.tagsAdvice}
      isWhole
      suggestions={known.flatMap(({ kind, name }) => (kind === 'tag' ? [name] : []))}
      isOne={(text) => [...text].length <= 50}
      wrong={() => labels.wrong}
      onChange={onChange}
      faults={faults}
    />
  );
}

/** What is added to projects, and what is taken out. */
function ListFields({
  labels,
  advice,
  isOne,
  wrong,
  isWhole = false,
  suggestions = [],
  onChange,
  faults,
}: Omit<FieldsProps, 'values'> & {
  readonly labels: Readonly<Record<keyof Lists, string>>;
  readonly advice: string;
  readonly isOne: (text: string) => boolean;
  readonly wrong: (text: string) => string;
  readonly isWhole?: boolean;
  readonly suggestions?: readonly string[];
}) {
  const [lists, setLists] = useState<Lists>({ add: [], remove: [] });
  const [typed, setTyped] = useState({ add: '', remove: '' });
  // What is typed is one as well, once it can be: nobody has to press Enter before the button.
  const withTyped = (side: keyof Lists, all: { readonly lists: Lists; readonly typed: typeof typed }) => {
    const text = all.typed[side].trim();
    return text !== '' && isOne(text) ? [...new Set([...all.lists[side], text])] : all.lists[side];
  };
  return (['add', 'remove'] as const).map((side) => (
    <TagsField
      key={side}
      label={labels[side]}
      {...(side === 'add' && { advice })}
      fault={faults[side]}
      shownLabel={labels[side]}
      tags={lists[side]}
      typed={typed[side]}
      isWhole={isWhole}
      isTypedEnough
      suggestions={suggestions}
      isTag={isOne}
      wrong={wrong}
      onChange={(next, text) => {
        const changed = { lists: { ...lists, [side]: next }, typed: { ...typed, [side]: text } };
        setLists(changed.lists);
        setTyped(changed.typed);
        onChange(toLists({ add: withTyped('add', changed), remove: withTyped('remove', changed) }));
      }}
    />
  ));
}

function FolderField({ values, onChange }: FieldsProps) {
  const { bulk, labels } = useMessages();
  const known = useLabels() ?? [];
  return (
    <TextField
      name="folder"
      label={labels.kinds.folder}
      advice={bulk.folderAdvice}
      autoFocus
      maxLength={50}
      suggestions={known.flatMap(({ kind, name }) => (kind === 'folder' ? [name] : []))}
      value={String(values?.folder ?? '')}
      onChange={(text) => onChange({ folder: text.trim() === '' ? null : text })}
    />
  );
}

function LanguageField({ values, onChange }: FieldsProps) {
  const { projects } = useMessages();
  const { locale: reader } = useLanguage();
  const locale = String(values?.locale ?? '');
  return (
    <ComboBox
      name="locale"
      label={projects.fields.locale}
      advice={projects.fields.localeAdvice}
      options={localeOptions(reader, locale)}
      value={locale}
      onChange={(next) => onChange({ locale: next })}
    />
  );
}

function BrandChange({ onChange, faults }: FieldsProps) {
  const { bulk } = useMessages();
  const [brand, setBrand] = useState<BrandInput>({});
  const change = (next: BrandInput) => {
    const given = Object.entries(next).filter(([, value]) => value !== null);
    setBrand(next);
    onChange(given.length === 0 ? null : { brand: Object.fromEntries(given) });
  };
  const own = Object.fromEntries(
    Object.entries(faults).map(([field, fault]) => [field.replace(/^brand\./, ''), fault]),
  );
  return (
    <>
      <p>{bulk.onlyFilled}</p>
      <BrandFields brand={brand} onChange={change} faults={own} />
    </>
  );
}

function TemplateField({ values, onChange, faults }: FieldsProps) {
  const { templates } = useMessages();
  const list = useList('listTemplates', { query: { sort: 'name', direction: 'asc', per_page: 100 } });
  const published = list.items?.filter(({ published: number }) => number > 0);
  if (!published) return <Loading lines={2} />;
  if (published.length === 0) return <p>{templates.project.noneYet}</p>;
  const { template_id = null, keep_own = false } = (values ?? {}) as { template_id?: string; keep_own?: boolean };
  const change = (changes: Parameters) => onChange({ template_id, keep_own, ...changes });
  return (
    <>
      <Select
        label={templates.project.title}
        options={published.map(({ id, name }) => ({ id, label: name }))}
        value={template_id}
        fault={faults.template_id}
        onChange={(id) => change({ template_id: id })}
      />
      {template_id !== null && (
        <Checkbox isSelected={keep_own} onChange={(on) => change({ keep_own: on })}>
          {templates.project.keep}
        </Checkbox>
      )}
    </>
  );
}

/** One connection of another project, which is found first. */
function ConnectionField({ values, onChange, faults }: FieldsProps) {
  const { bulk, connections } = useMessages();
  const [project, setProject] = useState<string | null>(null);
  const choose = (id: string) => {
    setProject(id);
    onChange(null);
  };
  return (
    <>
      <p>{bulk.connectText}</p>
      <ProjectChoice value={project} onChange={choose} />
      {project !== null && (
        <ConnectionOf
          key={project}
          project={project}
          label={connections.title}
          value={typeof values?.connection_id === 'string' ? values.connection_id : null}
          onChange={(id) => onChange({ connection_id: id })}
          fault={faults.connection_id}
        />
      )}
    </>
  );
}

function ConnectionOf({
  project,
  ...props
}: {
  readonly project: string;
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly fault: string | undefined;
}) {
  const { connections } = useMessages();
  const list = useList('listProjectConnections', { project_id: project, query: { per_page: 100 } });
  if (!list.items) return <Loading lines={2} />;
  if (list.items.length === 0) return <p>{connections.empty}</p>;
  return <RadioGroup {...props} options={list.items.map(({ id, name }) => ({ id, label: name }))} />;
}
