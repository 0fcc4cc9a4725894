import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDraft } from '../../api/drafts.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Page, TextLink } from '../../components/Page.tsx';
import { Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { useCatalog } from './catalog.ts';
import { refreshed } from './refreshed.ts';
import { TrialCard } from './Trial.tsx';
import { WatchForm } from './WatchForm.tsx';
import { createBody, newDraft } from './watch-draft.ts';

/** Makes a watch; `project` and `template` of the address say where. */
export function NewWatch() {
  const { watches, shell, common } = useMessages();
  const mayEdit = useMay('editor');
  return (
    <Page title={watches.add} path={<TextLink to="/watches">{shell.watches}</TextLink>}>
      {mayEdit ? <Making /> : <Note text={common.readOnly} />}
    </Page>
  );
}

function Making() {
  const { watches, common } = useMessages();
  const { form } = watches;
  const { user } = useSession();
  const navigate = useNavigate();
  const { project, template } = useSearch({ from: '/watches/new' });
  const given = {
    ...(project !== undefined && { projectId: project }),
    ...(template !== undefined && { place: 'template' as const, templateId: template }),
  };
  const draft = useDraft(`watch of ${template ?? project ?? 'new'}`, newDraft(given, user?.id));
  const { value, change } = draft;
  const isOfTemplate = value.place === 'template';
  const catalog = useCatalog(isOfTemplate ? null : value.connectionId, isOfTemplate ? null : value.projectId);
  const close = () => {
    draft.forget();
    void navigate({ to: '/watches' });
  };
  const { write, isPending, fault } = useWrite('createWatch', {
    refreshes: refreshed,
    onDone() {
      tell(form.created);
      close();
    },
  });
  return (
    <>
      <WatchForm
        {...{ draft: value, onChange: change, catalog, isPending, fault, isNew: true, action: common.create }}
        onSave={() => write({ body: createBody(value) })}
      >
        <Button onPress={close}>{common.cancel}</Button>
      </WatchForm>
      <TrialCard draft={value} />
    </>
  );
}
