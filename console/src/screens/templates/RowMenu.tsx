import { useNavigate } from '@tanstack/react-router';
import { call, type Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** What can be done with a template of the list. */
export function RowMenu({
  template: { id, name },
  taken,
}: {
  readonly template: Pick<Data<'listTemplates'>['items'][number], 'id' | 'name'>;
  /** The names of all that are known. */
  readonly taken: readonly string[];
}) {
  const { templates, common } = useMessages();
  const words = templates.library;
  const navigate = useNavigate();
  const copying = useWrite('createTemplate', {
    refreshes: ['listTemplates'],
    onDone: ({ data }) => tell(words.copied(data.name)),
    onFault: ({ message }) => tell(message, 'bad'),
  });
  const copy = async () => {
    try {
      const { slots, settings, reports, description } = (await call('getTemplate', { template_id: id })).data;
      copying.write({ body: { name: freeName(words.copyOf(name), taken), description, slots, settings, reports } });
    } catch (error) {
      tell((error as Error).message, 'bad');
    }
  };
  const label = common.actions(name);
  return (
    <Menu
      label={label}
      actions={[
        {
          ...{ id: 'edit', label: templates.editor.edit, icon: 'edit' },
          run: () => void navigate({ to: '/templates/$templateId/layout', params: { templateId: id } }),
        },
        { id: 'copy', label: words.copy, icon: 'copy', run: () => void copy() },
      ]}
    >
      <Button look="quiet" icon="more" aria-label={label} />
    </Menu>
  );
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted.slice(0, 100);
  for (let number = 2; taken.includes(name); number++) name = `${wanted.slice(0, 94)} (${number})`;
  return name;
}
