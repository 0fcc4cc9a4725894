import { useState } from 'react';
import type { Called } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Card } from '../../../components/Page.tsx';
import { Shown } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { namesCurrency } from '../Currency.tsx';
import styles from '../connections.module.css';
import { humanized, SchemaForm } from '../SchemaForm.tsx';
import { prunedValues, type Schema, type Values } from '../schema.ts';
import { Edit } from './Edit.tsx';
import { RenewSecret } from './RenewSecret.tsx';

interface AccessProps {
  readonly read: Called<'getConnection'>;
  readonly mayEdit: boolean;
}

/** What few want to know. */
const technical = new Set([
  ...['encoding', 'delimiter', 'skip_lines', 'skip_last_lines', 'numbers', 'date'],
  ...['headers', 'rows', 'paging', 'method', 'tls', 'ca', 'port'],
]);
/** What is shown and changed elsewhere. */
const elsewhere = ['metrics', 'dimensions'];

/** What a connection reads and by what right; secrets only as being there. */
export function AccessCard({ read, mayEdit }: AccessProps) {
  const { connection } = useMessages();
  const { details, access, fields } = connection;
  const [open, setOpen] = useState<'config' | 'secret' | null>(null);
  const { config, has_secret, grant_id, system } = read.data;
  const upload = /^upload:(upl_\w+)$/.exec(String(config?.path ?? ''))?.[1];
  const file = useRead('getUpload', { upload_id: upload ?? '' }, { enabled: upload !== undefined });
  const shown = Object.entries(config ?? {}).filter(([name]) => !elsewhere.includes(name));
  const textOf = (name: string, value: unknown) =>
    name === 'path' && upload !== undefined ? (file.data?.data.name ?? '…') : readable(name, value);
  const isTechnical = ([name]: readonly [string, unknown]) => technical.has(name);
  const proof = grant_id !== null ? details.signedIn : has_secret ? access.stored : details.none;
  return (
    <Card
      title={details.reads}
      actions={
        mayEdit && (
          <div className={styles.rowActions}>
            <Button icon="edit" onPress={() => setOpen('config')}>
              {details.edit}
            </Button>
            {has_secret && <Button onPress={() => setOpen('secret')}>{details.editAccess}</Button>}
          </div>
        )
      }
    >
      <dl className={styles.facts}>
        {shown
          .filter((fact) => !isTechnical(fact))
          .map(([name, value]) => (
            <Fact key={name} term={fields[name] ?? humanized(name)} text={textOf(name, value)} />
          ))}
        <Fact term={details.access} text={proof} />
      </dl>
      {shown.some(isTechnical) && (
        <details>
          <summary>{details.settings}</summary>
          <dl className={styles.facts}>
            {shown.filter(isTechnical).map(([name, value]) => (
              <Fact key={name} term={fields[name] ?? humanized(name)} text={textOf(name, value)} />
            ))}
          </dl>
        </details>
      )}
      {open === 'config' && <EditConfig read={read} system={system} onClose={() => setOpen(null)} />}
      {open === 'secret' && (
        <Dialog title={details.editAccess} isOpen onClose={() => setOpen(null)}>
          <RenewSecret connection={read.data} onDone={() => setOpen(null)} />
        </Dialog>
      )}
    </Card>
  );
}

function Fact({ term, text }: { readonly term: string; readonly text: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <bdi>{text}</bdi>
      </dd>
    </div>
  );
}

/** Numbers are shown as they are written, everything else as it is. */
function readable(name: string, value: unknown): string {
  if (name === 'numbers') {
    const { decimal = '.', thousands = '' } = value as { readonly decimal?: string; readonly thousands?: string };
    return `1${thousands}234${decimal}56`;
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function EditConfig({
  read,
  system,
  onClose,
}: {
  readonly read: Called<'getConnection'>;
  readonly system: string;
  readonly onClose: () => void;
}) {
  const { details } = useMessages().connection;
  const systems = useRead('listSystems', {});
  const { config } = read.data;
  const [values, setValues] = useState<Values>(config ?? {});
  return (
    <Dialog title={details.edit} isOpen onClose={onClose}>
      <Shown read={systems}>
        {({ data }) => {
          const schema = (data.systems.find((each) => each.system === system)?.config ?? {}) as Schema;
          const leftOut = namesCurrency(schema) ? [...elsewhere, 'currency'] : elsewhere;
          const kept = Object.fromEntries(leftOut.flatMap((name) => (config?.[name] ? [[name, config[name]]] : [])));
          return (
            <Edit read={read} changes={() => ({ config: { ...prunedValues(values), ...kept } })} onClose={onClose}>
              <SchemaForm {...{ schema, values, system, leftOut }} onChange={setValues} path="config" />
            </Edit>
          );
        }}
      </Shown>
    </Dialog>
  );
}
