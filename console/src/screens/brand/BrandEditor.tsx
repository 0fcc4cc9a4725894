import { useState } from 'react';
import { ApiError, type Called, type Data } from '../../api/client.ts';
import { useDraft } from '../../api/drafts.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { BrandFields, type BrandInput } from '../../components/brand/BrandFields.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Badge, Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './brand.module.css';
import { CoverPreview } from './CoverPreview.tsx';

type Brand = Data<'getBrand'>;

/** Changes the brand, beside a cover that shows it. `onReread` begins anew with what is stored. */
export function BrandEditor({ read, onReread }: { readonly read: Called<'getBrand'>; readonly onReread: () => void }) {
  const { brand: words, common } = useMessages();
  // What was read at first: what comes in later must not change it beneath somebody's hands.
  const [{ data: stored, etag }] = useState(read);
  const draft = useDraft<Brand>(`brand ${etag}`, stored);
  const changes = changesOf(stored, draft.value);
  const isChanged = Object.keys(changes).length > 0;
  const startAnew = () => {
    draft.forget();
    onReread();
  };
  const onDone = () => {
    tell(common.saved);
    startAnew();
  };
  const { write, isPending, fault } = useWrite('updateBrand', { onDone });
  const isConflict = fault instanceof ApiError && fault.code === 'edit_conflict';
  const faults = fieldFaults(fault);
  const isElsewhere = fault !== null && !isConflict && !Object.keys(faults).some((name) => Object.hasOwn(stored, name));
  return (
    <div className={styles.editor}>
      <Card>
        <Form onSubmit={() => isChanged && write({ body: changes }, etag)}>
          {draft.wasKept && <Note text={words.unfinished} />}
          {isConflict && (
            <Note tone="warning" text={words.conflict}>
              <Button onPress={startAnew}>{words.takeTheirs}</Button>
              <Button onPress={() => write({ body: changes })}>{words.keepMine}</Button>
            </Note>
          )}
          <BrandFields brand={draft.value} faults={faults} onChange={(next) => draft.change(next as Brand)} />
          {isElsewhere && <Fault error={fault} />}
          <Actions>
            <Button look="primary" type="submit" isPending={isPending} isDisabled={!isChanged}>
              {words.save}
            </Button>
            {isChanged && (
              <>
                <Button look="quiet" onPress={startAnew}>
                  {words.discard}
                </Button>
                <Badge tone="warning">{words.unsaved}</Badge>
              </>
            )}
          </Actions>
        </Form>
        {Object.values(stored).some((value) => value !== null) && <RemoveBrand onRemoved={startAnew} />}
      </Card>
      <CoverPreview brand={draft.value} />
    </div>
  );
}

function RemoveBrand({ onRemoved }: { readonly onRemoved: () => void }) {
  const { brand: words } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const onDone = () => {
    setAsking(false);
    tell(words.removed);
    onRemoved();
  };
  const { write, isPending, fault } = useWrite('removeBrand', { onDone });
  return (
    <Actions>
      <Button look="danger" icon="remove" onPress={() => setAsking(true)}>
        {words.remove}
      </Button>
      <ConfirmDialog
        title={words.remove}
        action={words.remove}
        isDangerous
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => write({})}
      >
        <p>{words.removeText}</p>
        {fault && <Fault error={fault} />}
      </ConfirmDialog>
    </Actions>
  );
}

/** The fields that differ: pictures that stay are not sent again. */
function changesOf(stored: Brand, now: Brand): BrandInput {
  const names = Object.keys(now) as (keyof Brand)[];
  return Object.fromEntries(names.filter((name) => now[name] !== stored[name]).map((name) => [name, now[name]]));
}
