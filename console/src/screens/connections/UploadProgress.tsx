import { Button } from '../../components/Button.tsx';
import { Fault } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './connections.module.css';
import type { useUpload } from './upload.ts';

/** How far an upload is, with a way to stop it; what went wrong with the last one. */
export function UploadProgress({ upload }: { readonly upload: ReturnType<typeof useUpload> }) {
  const { common, connections } = useMessages();
  const { percent } = useFormat();
  const { sending, fault, cancel } = upload;
  if (fault) return <Fault error={fault} />;
  if (!sending) return null;
  const { file, share } = sending;
  return (
    <div className={styles.bar}>
      <div className={styles.between}>
        <span>
          <bdi>{connections.uploads.progress(file.name)}</bdi>
        </span>
        <span>{share < 1 ? percent(share) : connections.uploads.reading}</span>
      </div>
      <progress value={share} max={1} aria-label={connections.uploads.progress(file.name)} />
      <div>
        <Button onPress={cancel}>{common.cancel}</Button>
      </div>
    </div>
  );
}
