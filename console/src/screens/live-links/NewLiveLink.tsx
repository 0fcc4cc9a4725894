import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { LinkAccess, useLinkAccess } from '../report/LinkAccess.tsx';
import { MadeLink } from '../report/NewLink.tsx';
import { ChoicesForm } from './ChoicesForm.tsx';
import type { LiveChoices } from './live-words.ts';

const usual: LiveChoices = {
  periods: ['last-28-days', 'previous-month', 'this-month'],
  compare: ['previous'],
  ...{ own_days: false, keep_minutes: 60, origins: [] },
};

interface NewLiveLinkProps {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** Makes a link to a page that is always current, and shows it the only time that it can be seen. */
export function NewLiveLink({ projectId, onClose }: NewLiveLinkProps) {
  const { live, report } = useMessages();
  const [url, setUrl] = useState<string | null>();
  return (
    <Dialog title={url === undefined ? live.addTitle : report.links.made} isOpen onClose={onClose}>
      {url === undefined ? (
        <NewForm projectId={projectId} onMade={setUrl} onClose={onClose} />
      ) : (
        <MadeLink url={url} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface NewFormProps extends NewLiveLinkProps {
  readonly onMade: (url: string | null) => void;
}

function NewForm({ projectId, onMade, onClose }: NewFormProps) {
  const { common, report } = useMessages();
  const access = useLinkAccess();
  const create = useWrite('createLiveShare', {
    refreshes: ['listProjectShares', 'listShares', 'getOverview'],
    onDone: ({ data }) => onMade(data.url),
  });
  return (
    <ChoicesForm
      {...{ choices: usual, isWhole: !access.isShort, fault: create.fault }}
      onSubmit={(choices) => create.write({ project_id: projectId, body: { ...choices, ...access.body } })}
      actions={
        <>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" isPending={create.isPending}>
            {report.links.create}
          </Button>
        </>
      }
    >
      <LinkAccess access={access} />
    </ChoicesForm>
  );
}
