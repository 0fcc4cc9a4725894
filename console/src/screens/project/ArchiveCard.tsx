import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Actions, Card } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ArchiveDialog } from '../projects/moves.tsx';

/** Ends a project without losing anything. */
export function ArchiveCard({ project }: { readonly project: Data<'getProject'> }) {
  const { archive, settings } = useMessages().projects;
  const [isAsking, setAsking] = useState(false);
  if (project.status === 'archived') return null;
  return (
    <Card title={settings.archiveTitle}>
      <p>{archive.text}</p>
      <Actions>
        <Button look="danger" onPress={() => setAsking(true)}>
          {archive.submit}
        </Button>
      </Actions>
      {isAsking && <ArchiveDialog project={project} onClose={() => setAsking(false)} />}
    </Card>
  );
}
