import { type ReactNode, useState } from 'react';
import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Checkbox, Select, TextArea } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { comparisons } from '../reports/periods.ts';
import { type LiveChoices, type LiveComparison, type LivePeriod, livePeriods, presetOf } from './live-words.ts';

/** In minutes, with how they are said. */
const ages = {
  '15': [15, 'minute'],
  '60': [1, 'hour'],
  '240': [4, 'hour'],
  '1440': [1, 'day'],
} as const;

interface ChoicesFormProps {
  readonly choices: LiveChoices;
  /** Whether what was chosen before stays in its order, the first of which is shown at first. */
  readonly keepsOrder?: boolean;
  /** What else has to be there before it can be sent. */
  readonly isWhole?: boolean;
  readonly fault: Error | null;
  readonly onSubmit: (choices: LiveChoices) => void;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly actions: ReactNode;
}

/** What readers of a page that is always current may choose, how old its figures may be, and who may embed it. */
export function ChoicesForm({
  choices,
  keepsOrder = false,
  isWhole = true,
  fault,
  onSubmit,
  children,
  actions,
}: ChoicesFormProps) {
  const { live, reports } = useMessages();
  const [periods, setPeriods] = useState<readonly LivePeriod[]>(choices.periods);
  const [compare, setCompare] = useState<readonly LiveComparison[]>(choices.compare);
  const [ownDays, setOwnDays] = useState(choices.own_days);
  const [keep, setKeep] = useState(String(choices.keep_minutes));
  const [origins, setOrigins] = useState(choices.origins.join('\n'));
  const { presets, comparisons: comparisonWords } = reports.make;
  const isChosen = periods.length > 0 && compare.length > 0;
  const submit = () =>
    onSubmit({
      periods: inOrder(keepsOrder ? choices.periods : [], livePeriods, periods),
      compare: inOrder(keepsOrder ? choices.compare : [], comparisons, compare),
      own_days: ownDays,
      keep_minutes: Number(keep),
      origins: [...new Set(origins.split(/\s+/).filter(Boolean))],
    });
  // Each origin has a fault of its own, and all of them one field.
  const faults = Object.fromEntries(
    Object.entries(fieldFaults(fault)).map(([field, each]) => [field.replace(/\.\d+$/, ''), each]),
  );
  return (
    <Form onSubmit={() => isChosen && isWhole && submit()} validationErrors={faults}>
      <CheckboxGroup
        label={live.periods}
        options={livePeriods.map((id) => ({ id, label: presets[presetOf[id]] }))}
        value={periods}
        onChange={setPeriods}
        fault={periods.length === 0 ? live.needsPeriod : undefined}
      />
      <Checkbox isSelected={ownDays} onChange={setOwnDays}>
        {live.ownDays}
      </Checkbox>
      <CheckboxGroup
        label={live.compare}
        options={comparisons.map((id) => ({ id, label: comparisonWords[id] }))}
        value={compare}
        onChange={setCompare}
        fault={compare.length === 0 ? live.needsComparison : undefined}
      />
      <Select
        label={live.keep}
        options={agesWith(choices.keep_minutes).map(([minutes, age]) => ({ id: minutes, label: inWords(age) }))}
        value={keep}
        onChange={setKeep}
      />
      {children}
      <TextArea
        name="origins"
        label={live.origins}
        advice={live.originsAdvice}
        rows={2}
        value={origins}
        onChange={setOrigins}
      />
      {fault && Object.keys(faults).length === 0 && <Fault error={fault} />}
      <DialogActions>{actions}</DialogActions>
    </Form>
  );
}

/** What was there before stays first, in its order; the rest follows as it is offered. */
function inOrder<Word extends string>(
  before: readonly Word[],
  offered: readonly Word[],
  chosen: readonly Word[],
): Word[] {
  const kept = before.filter((word) => chosen.includes(word));
  return [...kept, ...offered.filter((word) => chosen.includes(word) && !kept.includes(word))];
}

type Age = readonly [amount: number, unit: 'minute' | 'hour' | 'day'];

/** The usual ages, and that of a link which was given another one elsewhere. */
function agesWith(minutes: number): readonly (readonly [string, Age])[] {
  const usual: (readonly [string, Age])[] = Object.entries(ages);
  if (usual.some(([id]) => id === String(minutes))) return usual;
  const own: Age = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute'];
  return [...usual, [String(minutes), own] as const].toSorted(([one], [other]) => Number(one) - Number(other));
}

function inWords([amount, unit]: Age): string {
  const { lang } = document.documentElement;
  return new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}
