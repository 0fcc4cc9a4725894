import { useState } from 'react';
import type { Called } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { Button } from '../../../components/Button.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { Checkbox } from '../../../components/fields.tsx';
import { Card } from '../../../components/Page.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import styles from '../connections.module.css';
import type { Metric } from '../metrics.ts';
import schemaStyles from '../schema.module.css';
import { Edit } from './Edit.tsx';
import { EditFigures } from './EditFigures.tsx';

interface MeasuresProps {
  readonly read: Called<'getConnection'>;
  readonly mayEdit: boolean;
}

const mostShown = 60;

/** What reports can show of a connection, and taking in less or naming it otherwise. */
export function MeasuresCard({ read, mayEdit }: MeasuresProps) {
  const { connection, connections } = useMessages();
  const { details } = connection;
  const [isOpen, setOpen] = useState(false);
  const { id, config } = read.data;
  const catalog = useRead('getConnectionCatalog', { connection_id: id, query: {} });
  const offered = catalog.data?.data;
  const metrics = config?.metrics as readonly (Metric | string)[] | undefined;
  const ownMetrics = metrics?.every((metric) => typeof metric === 'object') ? (metrics as readonly Metric[]) : null;
  const canEdit = mayEdit && (ownMetrics !== null || offered !== undefined);
  return (
    <Card
      title={details.metrics}
      actions={
        canEdit && (
          <Button icon="edit" onPress={() => setOpen(true)}>
            {details.editFigures}
          </Button>
        )
      }
    >
      <p className={styles.quiet}>{details.metricsText}</p>
      {offered && (
        <ul className={styles.tags}>
          {[...offered.metrics, ...offered.dimensions].slice(0, mostShown).map(({ key, label }) => (
            <li key={key}>
              <bdi>{label}</bdi>
            </li>
          ))}
        </ul>
      )}
      {catalog.error && <p className={styles.quiet}>{connections.statuses.resource_missing}</p>}
      {isOpen && ownMetrics && <EditFigures read={read} metrics={ownMetrics} onClose={() => setOpen(false)} />}
      {isOpen && !ownMetrics && offered && (
        <EditOffered read={read} offered={offered.metrics} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

interface EditProps {
  readonly read: Called<'getConnection'>;
  readonly onClose: () => void;
}

interface Offered {
  readonly key: string;
  readonly label: string;
}

function EditOffered({ read, offered, onClose }: EditProps & { readonly offered: readonly Offered[] }) {
  const { details, check } = useMessages().connection;
  const { config } = read.data;
  const [keys, setKeys] = useState((config?.metrics as readonly string[] | undefined) ?? offered.map(({ key }) => key));
  const toggle = (key: string, is: boolean) =>
    setKeys(offered.flatMap((one) => ((one.key === key ? is : keys.includes(one.key)) ? one.key : [])));
  return (
    <Dialog title={details.editFigures} isOpen isWide onClose={onClose}>
      <Edit read={read} changes={() => ({ config: { ...config, metrics: keys } })} onClose={onClose}>
        <div className={schemaStyles.row}>
          {offered.map(({ key, label }) => (
            <Checkbox key={key} isSelected={keys.includes(key)} onChange={(is) => toggle(key, is)}>
              {label}
            </Checkbox>
          ))}
        </div>
        {keys.length === 0 && <p role="status">{check.atLeastOne}</p>}
      </Edit>
    </Dialog>
  );
}
