import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { RadioGroup } from '../../components/fields.tsx';
import { Card } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

type Project = Data<'getProject'>;
type Choice = 'block' | 'omit';

/** What a data source that does not answer does to a report; takes effect at once. */
export function FailureChoice({ project, etag }: { readonly project: Project; readonly etag: string | undefined }) {
  const { failure, saved } = useMessages().projects.settings;
  const isReadOnly = !useMay('editor') || project.status === 'archived';
  const [chosen, setChosen] = useState<Choice>();
  const { write, isPending, fault } = useWrite('updateProject', {
    refreshes: ['getProject', 'getProjectTemplate'],
    onDone: () => tell(saved),
  });
  const stored = project.settings.on_failure ?? 'block';
  const choose = (on_failure: Choice) => {
    setChosen(on_failure);
    // Settings are replaced whole, so that the state they were read in has to be the current one.
    write({ project_id: project.id, body: { settings: { ...project.settings, on_failure } } }, etag);
  };
  return (
    <Card title={failure.card}>
      <RadioGroup<Choice>
        label={failure.title}
        options={[
          { id: 'block', label: failure.block, advice: failure.blockAdvice },
          { id: 'omit', label: failure.omit, advice: failure.omitAdvice },
        ]}
        value={isPending && chosen ? chosen : stored}
        isReadOnly={isReadOnly}
        onChange={choose}
      />
      {fault && <Fault error={fault} />}
    </Card>
  );
}
