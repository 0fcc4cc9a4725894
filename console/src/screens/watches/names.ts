import { useRead } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useMessages } from '../../messages/messages.tsx';
import { chatNames } from '../chat/systems.ts';

/** Those who can be told, as far as the reader may know them: admins see members, members who see all projects see channels. */
export function useTold() {
  const { watches } = useMessages();
  const { user, project_ids } = useSession();
  const isWhole = project_ids === null;
  const maySee = useMay('admin') && isWhole;
  const all = { query: { per_page: 100 } } as const;
  const members = useRead('listMembers', all, { enabled: maySee }).data?.data.items;
  const channels = useRead('listChatChannels', all, { enabled: isWhole }).data?.data.items ?? [];
  const self = user && { id: user.id, label: user.name || user.email, advice: watches.form.you };
  const others = (members ?? [])
    .filter(({ id, is_disabled }) => id !== user?.id && !is_disabled)
    .map(({ id, name, email }) => ({ id, label: name || email, advice: name ? email : '' }));
  return {
    people: [...(self ? [self] : []), ...others],
    channels: channels.map(({ id, name, system }) => ({ id, label: name, advice: chatNames[system] })),
  };
}

/** Names those who did something or were told of it, by their id, or as the log of changes has it (`user:usr_…`). */
export function useNames(): (actor: string) => string {
  const { watches } = useMessages();
  const { people, channels } = useTold();
  return (actor) => {
    const id = actor.split(':').at(-1) ?? actor;
    const known = [...people, ...channels].find((one) => one.id === id);
    if (known) return known.label;
    if (id.startsWith('usr_')) return watches.somebody;
    return id.startsWith('chn_') ? watches.channels(1) : watches.program;
  };
}
