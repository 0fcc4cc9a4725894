import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { ApiError } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { More } from '../../components/More.tsx';
import { Empty, Fault, Note, Shown } from '../../components/states.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './connections.module.css';
import { UploadProgress } from './UploadProgress.tsx';
import { type Upload, useUpload } from './upload.ts';

/** The files of the account: replaced as a whole, removed once nothing reads them. */
export function Uploads() {
  const words = useMessages().connections.uploads;
  const { bytes, number, since } = useFormat();
  const mayEdit = useMay('editor');
  const list = useList('listUploads', { query: { direction: 'desc' } });
  const [removed, setRemoved] = useState<Upload | null>(null);
  const upload = useUpload((_, file) => tell(words.replaced(file.name)));
  const columns: Column<Upload>[] = [
    { id: 'file', label: words.file, cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'size', label: words.size, isAtEnd: true, cell: ({ size_bytes }) => bytes(size_bytes) },
    { id: 'columns', label: words.columns, isAtEnd: true, cell: ({ columns: all }) => number(all.length) },
    { id: 'changed', label: words.changed, cell: ({ updated_at }) => since(updated_at) },
  ];
  const actions: Column<Upload> = {
    id: 'actions',
    label: words.replace,
    hidesLabel: true,
    isAtEnd: true,
    cell: (file) => (
      <div className={styles.rowActions}>
        <FileTrigger onSelect={(files) => files?.[0] && upload.start(files[0], file.id)}>
          <Button icon="upload">{words.replace}</Button>
        </FileTrigger>
        <Button look="quiet" icon="remove" aria-label={words.removeTitle(file.name)} onPress={() => setRemoved(file)} />
      </div>
    ),
  };
  return (
    <Shown read={{ ...list, data: list.items }}>
      {(items) =>
        items.length === 0 ? (
          <Empty icon="upload" title={words.empty} text={words.emptyText} />
        ) : (
          <div className={styles.stack}>
            <p className={styles.quiet}>{words.text}</p>
            <UploadProgress upload={upload} />
            <Table
              label={words.title}
              columns={mayEdit ? [...columns, actions] : columns}
              rows={items}
              keyOf={({ id }) => id}
            />
            <More list={list} />
            {removed && <Remove upload={removed} onClose={() => setRemoved(null)} />}
          </div>
        )
      }
    </Shown>
  );
}

function Remove({ upload, onClose }: { readonly upload: Upload; readonly onClose: () => void }) {
  const { common, connections } = useMessages();
  const words = connections.uploads;
  const remove = useWrite('removeUpload', {
    refreshes: ['listUploads'],
    onDone() {
      onClose();
      tell(words.removed);
    },
  });
  const isInUse = remove.fault instanceof ApiError && remove.fault.code === 'upload_in_use';
  return (
    <ConfirmDialog
      title={words.removeTitle(upload.name)}
      action={common.remove}
      isOpen
      isDangerous
      isPending={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.write({ upload_id: upload.id })}
    >
      <p>{words.removeText}</p>
      {isInUse ? <Note tone="bad" text={words.inUse} /> : remove.fault && <Fault error={remove.fault} />}
    </ConfirmDialog>
  );
}
