import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { ComboBox } from '../../../components/ComboBox.tsx';
import { TextField } from '../../../components/fields.tsx';
import { OrderedList } from '../../../components/OrderedList.tsx';
import { Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { ColumnFields } from './ColumnFields.tsx';
import { type ChannelMetric, freeKey, ratioOf, withoutColumn, withoutRow, withRow } from './channels.ts';
import styles from './Editors.module.css';
import type { EditorOf } from './FigureEditors.tsx';
import { faultAt } from './fields.tsx';

const mostColumns = 12;
const mostRows = 20;

/** Systems side by side: which ones, and the figures that are their columns. */
export function ChannelsEditor(props: EditorOf<'channels'>) {
  const words = useMessages().sections;
  if (props.sources.length === 0) return <Note tone="warning" text={words.source.none} />;
  return (
    <>
      <RowsField {...props} />
      <ColumnsField {...props} />
    </>
  );
}

function RowsField({ section, onChange, faults, sources }: EditorOf<'channels'>) {
  const words = useMessages().sections.channels;
  const [opened, open] = useState<string | null>(null);
  const { rows } = section;
  const nameOf = (id: string) => sources.find((source) => source.id === id)?.name;
  const left = sources.filter(({ id }) => !rows.some((row) => row.connection_id === id));
  return (
    <div className={styles.group}>
      <h3 className={styles.legend}>{words.rows}</h3>
      <OrderedList
        label={words.rows}
        fewest={1}
        opened={opened}
        onOpen={open}
        items={rows.map((row, index) => {
          const { connection_id: id, label } = row;
          const name = nameOf(id);
          const write = (text: string) =>
            onChange({ ...section, rows: rows.with(index, { connection_id: id, label: text || null }) });
          return {
            id,
            name: label || name || id,
            ...(name === undefined && { content: <span className={styles.unknown}>{words.rowGone}</span> }),
            details: (
              <TextField
                label={words.rowLabel}
                value={label ?? ''}
                placeholder={name ?? ''}
                onChange={write}
                fault={faults[`rows.${index}.label`]}
                maxLength={200}
              />
            ),
          };
        })}
        onOrder={(ids) =>
          onChange({ ...section, rows: ids.flatMap((id) => rows.find((row) => row.connection_id === id) ?? []) })
        }
        onRemove={(id) => onChange(withoutRow(section, id))}
      />
      {left.length > 0 && rows.length < mostRows && (
        <ComboBox
          label={words.addRow}
          options={left.map(({ id, name }) => ({ id, label: name }))}
          value={null}
          onChange={(id) => {
            const source = sources.find((each) => each.id === id);
            if (source) onChange(withRow(section, source, sources));
          }}
        />
      )}
      {faultAt(faults, 'rows') && <p className={styles.fault}>{faultAt(faults, 'rows')}</p>}
    </div>
  );
}

function ColumnsField(props: EditorOf<'channels'>) {
  const { section, onChange, faults } = props;
  const words = useMessages().sections.channels;
  const [opened, open] = useState<string | null>(null);
  const { metrics } = section;
  const add = (metric: ChannelMetric) => {
    onChange({ ...section, metrics: [...metrics, metric] });
    open(metric.key);
  };
  const ratio = ratioOf(metrics, words.ratioLabel);
  return (
    <div className={styles.group}>
      <h3 className={styles.legend}>{words.columns}</h3>
      <OrderedList
        label={words.columns}
        fewest={1}
        opened={opened}
        onOpen={open}
        items={metrics.map((metric, index) => ({
          id: metric.key,
          name: metric.label || words.unnamed,
          details: (
            <ColumnFields
              {...props}
              metric={metric}
              onChange={(next) => onChange({ ...section, metrics: metrics.with(index, next) })}
              faults={faultsBelow(faults, `metrics.${index}.`)}
            />
          ),
        }))}
        onOrder={(keys) =>
          onChange({ ...section, metrics: keys.flatMap((key) => metrics.find((one) => one.key === key) ?? []) })
        }
        onRemove={(key) => onChange(withoutColumn(section, key))}
      />
      {metrics.length < mostColumns && (
        <div className={styles.toolbar}>
          <Button
            icon="add"
            onPress={() => add({ key: freeKey(metrics), label: words.newColumn, unit: 'count', better: 'up', of: {} })}
          >
            {words.addColumn}
          </Button>
          {ratio && (
            <Button icon="add" onPress={() => add({ ...ratio, key: freeKey(metrics) })}>
              {words.addRatio}
            </Button>
          )}
        </div>
      )}
      {faultAt(faults, 'metrics') && <p className={styles.fault}>{faultAt(faults, 'metrics')}</p>}
    </div>
  );
}

function faultsBelow(faults: EditorOf<'channels'>['faults'], path: string): Record<string, string> {
  const inside = Object.entries(faults).filter(([name]) => name.startsWith(path));
  return Object.fromEntries(inside.map(([name, text]) => [name.slice(path.length), text]));
}
