import type { Data } from '../../api/client.ts';
import { Card } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ReadOnlySections } from '../layout/list/ReadOnlySections.tsx';
import type { Source } from '../layout/types.ts';
import styles from './templates.module.css';

/** The sections of a template's draft in their order, to be read. */
export function Outline({ template: { settings, slots } }: { readonly template: Data<'getTemplate'> }) {
  const { layout, templates } = useMessages();
  const { list, automatic } = layout;
  const sources = slots.map(({ slot, systems: [system = ''] }): Source => {
    return { id: `slot:${slot}`, name: slot, system, metrics: [], dimensions: [] };
  });
  return (
    <Card title={list.sections}>
      <p className={styles.more}>{templates.outline}</p>
      {settings.sections ? (
        <ReadOnlySections sections={settings.sections} sources={sources} />
      ) : (
        <p>
          <strong>{automatic.title}.</strong> {automatic.readOnly}
        </p>
      )}
    </Card>
  );
}
