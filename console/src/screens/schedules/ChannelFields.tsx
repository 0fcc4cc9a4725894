import { useList } from '../../api/reads.ts';
import { useSession } from '../../api/session.ts';
import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { chatNames } from '../chat/systems.ts';
import type { FieldsProps } from './CadenceFields.tsx';

/** Where a report is posted; nothing for who sees only some projects, and for an account without channels. */
export function ChannelFields(props: FieldsProps & { readonly fault: string | undefined }) {
  return useSession().project_ids === null ? <KnownChannels {...props} /> : null;
}

function KnownChannels({ draft, onChange, fault }: FieldsProps & { readonly fault: string | undefined }) {
  const { chat } = useMessages();
  const { items = [] } = useList('listChatChannels', { query: { per_page: 100 } });
  if (items.length === 0) return null;
  return (
    <CheckboxGroup
      {...{ name: 'channels', label: chat.field, advice: chat.fieldAdvice, fault }}
      options={items.map(({ id, name, system }) => ({ id, label: name, advice: chatNames[system] }))}
      value={draft.channels}
      onChange={(channels) => onChange({ channels })}
    />
  );
}
