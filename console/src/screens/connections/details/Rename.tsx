import { useState } from 'react';
import type { Called } from '../../../api/client.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { TextField } from '../../../components/fields.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { Edit } from './Edit.tsx';

/** Another name for a connection, in reports made from then on. */
export function Rename({ read, onClose }: { readonly read: Called<'getConnection'>; readonly onClose: () => void }) {
  const { connection } = useMessages();
  const [name, setName] = useState(read.data.name);
  return (
    <Dialog title={connection.details.rename} isOpen onClose={onClose}>
      <Edit read={read} changes={() => ({ name: name.trim() })} onClose={onClose}>
        <TextField
          label={connection.finish.name}
          advice={connection.finish.nameAdvice}
          name="name"
          isRequired
          maxLength={200}
          value={name}
          onChange={setName}
          autoFocus
        />
      </Edit>
    </Dialog>
  );
}
