import { useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { Checkbox, Select, TextField } from '../../components/fields.tsx';
import { Icon } from '../../components/icons.tsx';
import { Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { useFigure } from './figure.ts';
import { betterNames, type Metric, unitNames } from './metrics.ts';
import { useIsolated, useWayNames, Ways } from './Ways.tsx';
import { type Column, countedOf } from './ways.ts';
import wizard from './wizard/wizard.module.css';

interface RowProps {
  /** As it was before somebody changed it here. */
  readonly first: Metric;
  readonly metric: Metric;
  readonly column: Column;
  readonly columns: readonly Column[];
  readonly doubts: readonly string[];
  readonly isKept: boolean;
  readonly onChange: (metric: Metric | null) => void;
  readonly total: { readonly value: number | null } | undefined;
  readonly currency: string | undefined;
}

/** One figure: whether it is shown, its name, unit and direction, and how it counts, with what is doubtful about that. */
export function MetricRow(props: RowProps) {
  const { check } = useMessages().connection;
  const { metric, column, columns, doubts, isKept, onChange, total, currency } = props;
  const write = useFigure(currency);
  const nameOf = useWayNames();
  const ways = useId();
  const [isOpen, setOpen] = useState(doubts.length > 0);
  const { label, unit, better } = metric;
  const how = nameOf(countedOf(metric, column, columns), metric);
  const hasChoice = column.choices.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser.
    <div className={wizard.metric} role="group" aria-label={label}>
      <Checkbox aria-label={check.use(label)} isSelected={isKept} onChange={(is) => onChange(is ? metric : null)}>
        {null}
      </Checkbox>
      <div className={wizard.wide}>
        <TextField
          label={check.label}
          hidesLabel
          isRequired
          maxLength={120}
          isDisabled={!isKept}
          value={label}
          onChange={(next) => onChange({ ...metric, label: next })}
        />
      </div>
      <Select
        label={check.unit}
        hidesLabel
        isDisabled={!isKept}
        options={unitNames.map((id) => ({ id, label: check.units[id] }))}
        value={unit}
        onChange={(next) => onChange({ ...metric, unit: next })}
      />
      {hasChoice ? (
        <AriaButton
          className={wizard.how ?? ''}
          isDisabled={!isKept}
          aria-expanded={isOpen && isKept}
          aria-controls={ways}
          aria-label={`${check.how}: ${how}`}
          onPress={() => setOpen(!isOpen)}
        >
          <span>{how}</span>
          <Icon name="chevron" size={16} />
        </AriaButton>
      ) : (
        <span className={wizard.howOnly}>{how}</span>
      )}
      <Select
        label={check.better}
        hidesLabel
        isDisabled={!isKept}
        options={betterNames.map((id) => ({ id, label: check.betters[id] }))}
        value={better}
        onChange={(next) => onChange({ ...metric, better: next })}
      />
      {total && (
        <span className={wizard.figure}>
          <small>{check.total}: </small>
          {isKept ? write(total.value, unit) : '–'}
        </span>
      )}
      {hasChoice && isKept && isOpen && (
        <div id={ways} className={wizard.ways}>
          {doubts.map((code) => (
            <RowDoubt key={code} code={code} column={column} currency={currency} />
          ))}
          <Ways {...props} />
        </div>
      )}
    </div>
  );
}

/** What may be wrong about how a column counts, with the figures of both readings. */
function RowDoubt({
  code,
  column: { column, choices },
  currency,
}: {
  readonly code: string;
  readonly column: Column;
  readonly currency: string | undefined;
}) {
  const { counts } = useMessages().connection.doubts;
  const write = useFigure(currency);
  const isolated = useIsolated();
  const totalOf = (way: string) => {
    const choice = choices.find(({ counted }) => counted === way);
    return choice?.total === undefined ? null : write(choice.total, choice.metric.unit);
  };
  const [total, mean] = [totalOf('total'), totalOf('mean')];
  const readings = code === 'counted_as' && total !== null && mean !== null ? ` ${counts.readings(total, mean)}` : '';
  return <Note tone="warning" text={`${counts.doubts[code]?.(isolated(column)) ?? ''}${readings}`} />;
}
