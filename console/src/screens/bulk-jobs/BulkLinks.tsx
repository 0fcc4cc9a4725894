import { useEffect, useState } from 'react';
import type { Data } from '../../api/client.ts';
import { saveText } from '../../api/download.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { TextArea } from '../../components/fields.tsx';
import { Fault, Loading, Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';

type Links = NonNullable<Data<'takeBulkLinks'>['links']>;

/** Shows the guest links of a bulk job, which is once. */
export function BulkLinks({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { bulk, common } = useMessages();
  const [links, setLinks] = useState<Links>();
  const { write, fault } = useWrite('takeBulkLinks', { onDone: ({ data }) => setLinks(data.links ?? []) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened.
  useEffect(() => write({ bulk_job_id: id }), [id]);
  const rows = links?.flatMap(({ label, url }) =>
    url === null ? [] : [{ label, url: new URL(url, location.origin).href }],
  );
  const table = rows?.map(({ label, url }) => `"${label.replaceAll('"', '""')}",${url}`).join('\r\n') ?? '';
  const text = rows?.map(({ label, url }) => `${label}: ${url}`).join('\n') ?? '';
  return (
    <Dialog isOpen isWide title={bulk.links.title} onClose={onClose}>
      {fault && <Fault error={fault} />}
      {!rows && !fault && <Loading lines={3} />}
      {rows?.length === 0 && <p>{bulk.links.none}</p>}
      {rows && rows.length > 0 && (
        <>
          <Note text={bulk.links.once} />
          <TextArea label={bulk.links.title} value={text} rows={10} isReadOnly />
        </>
      )}
      <DialogActions>
        {rows && rows.length > 0 && (
          <Button icon="download" onPress={() => saveText(`${table}\r\n`, 'links.csv')}>
            {bulk.links.file}
          </Button>
        )}
        <Button look="primary" onPress={onClose}>
          {common.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
