import { useRef, useState } from 'react';
import type { Data, Input } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './imports.module.css';

type Body = Input<'importProjects'>['body'];
type Result = Data<'importProjects'>;
type Place = Result['faults'][number];

/** Of those that are there already. */
const mostNamed = 20;

interface Checked {
  readonly body: Body;
  readonly result: Result;
}

/** Checks what would be made, shows everything that is wrong with it at once, and makes it. */
export function Check({
  bodyOf,
  onStart,
  nameOf,
}: {
  /** What is to be made; undefined while something is missing, which is then said. */
  readonly bodyOf: () => Body | undefined;
  readonly onStart: (bulkJobId: string) => void;
  /** What a row is called where it has no number that one sees. */
  readonly nameOf?: (row: number) => string;
}) {
  const { imports } = useMessages();
  const [checked, setChecked] = useState<Checked>();
  const asked = useRef<Body>(undefined);
  const check = useWrite('importProjects', {
    onDone: ({ data }) => asked.current && setChecked({ body: asked.current, result: data }),
  });
  const make = useWrite('importProjects', {
    refreshes: ['listProjects', 'listBulkJobs', 'getSession', 'getOverview'],
    onDone: ({ data }) => data.bulk_job_id !== null && onStart(data.bulk_job_id),
  });
  const ask = () => {
    const body = bodyOf();
    if (!body) return;
    asked.current = body;
    setChecked(undefined);
    make.reset();
    check.write({ query: { dry_run: true }, body });
  };
  const result = checked?.result;
  const isReady = result && result.faults.length === 0 && result.plan_fault === null && result.to_make > 0;
  return (
    <>
      <div className={styles.line}>
        <Button look={isReady ? 'secondary' : 'primary'} isPending={check.isPending} onPress={ask}>
          {imports.check}
        </Button>
      </div>
      {check.fault && <Fault error={check.fault} />}
      {result && (
        <Card title={imports.result.title}>
          <Found result={result} nameOf={nameOf} />
          {make.fault && <Fault error={make.fault} />}
          {isReady && (
            <div className={styles.line}>
              <Button look="primary" isPending={make.isPending} onPress={() => make.write({ body: checked.body })}>
                {imports.result.make(result.to_make)}
              </Button>
            </div>
          )}
        </Card>
      )}
    </>
  );
}

function Found({
  result: { to_make, already_there, faults, warnings, plan_fault },
  nameOf,
}: {
  readonly result: Result;
  readonly nameOf: ((row: number) => string) | undefined;
}) {
  const { result } = useMessages().imports;
  const isReady = faults.length === 0 && plan_fault === null;
  return (
    <div className={styles.stack}>
      {isReady && (
        <Note tone={to_make > 0 ? 'good' : 'accent'} text={to_make > 0 ? result.ready(to_make) : result.nothing} />
      )}
      {plan_fault !== null && <Note tone="bad" text={plan_fault} />}
      {already_there.length > 0 && (
        <p>
          {result.already(already_there.length)}{' '}
          <bdi className={styles.quiet}>
            {already_there
              .slice(0, mostNamed)
              .map(({ name }) => name)
              .join(', ')}
          </bdi>
        </p>
      )}
      <Places title={result.faults} places={faults} nameOf={nameOf} />
      <Places title={result.warnings} places={warnings} nameOf={nameOf} />
    </div>
  );
}

function Places({
  title,
  places,
  nameOf = String,
}: {
  readonly title: string;
  readonly places: readonly Place[];
  readonly nameOf: ((row: number) => string) | undefined;
}) {
  const { result } = useMessages().imports;
  if (places.length === 0) return null;
  return (
    <section className={styles.stack}>
      <h3>{title}</h3>
      <Table
        label={title}
        rows={places.map((place, index) => ({ ...place, index }))}
        keyOf={({ index }) => String(index)}
        columns={[
          {
            id: 'row',
            label: result.row,
            cell: ({ row }) => <bdi>{row === null ? result.all : nameOf(row)}</bdi>,
          },
          {
            id: 'column',
            label: result.column,
            cell: ({ column }) => <bdi>{column?.replace('slots.', '') ?? '–'}</bdi>,
          },
          { id: 'what', label: result.what, cell: ({ message }) => <span dir="auto">{message}</span> },
        ]}
      />
    </section>
  );
}
