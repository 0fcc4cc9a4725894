import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { RadioGroup, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { type ChatChannel, chatNames } from './systems.ts';

const systems = ['slack', 'teams'] as const satisfies readonly ChatChannel['system'][];

/** Asks for the address that the chat gives for a channel. */
export function AddChannelDialog({ onClose }: { readonly onClose: () => void }) {
  const { chat, common } = useMessages();
  const [system, setSystem] = useState<ChatChannel['system']>('slack');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const onDone = () => {
    tell(chat.added);
    onClose();
  };
  const { write, isPending, fault } = useWrite('createChatChannel', { refreshes: ['listChatChannels'], onDone });
  const faults = fieldFaults(fault);
  return (
    <Dialog isOpen title={chat.add} onClose={onClose}>
      <Form onSubmit={() => write({ body: { system, name: name.trim(), url: url.trim() } })} validationErrors={faults}>
        <RadioGroup
          name="system"
          label={chat.system}
          options={systems.map((id) => ({ id, label: chatNames[id] }))}
          value={system}
          onChange={setSystem}
        />
        <TextField
          {...{ label: chat.name, name: 'name', advice: chat.nameAdvice, maxLength: 80 }}
          isRequired
          value={name}
          onChange={setName}
        />
        <TextField
          {...{ label: chat.address, name: 'url', type: 'url', advice: chat.addressAdvice[system], maxLength: 2_000 }}
          isRequired
          autoComplete="off"
          value={url}
          onChange={setUrl}
        />
        <Note text={chat.secret} />
        {fault && Object.keys(faults).length === 0 && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" isPending={isPending}>
            {chat.add}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
