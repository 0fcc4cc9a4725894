import { useEffect, useRef } from 'react';
import { useRead } from '../../../api/reads.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Actions } from '../../../components/Page.tsx';
import { Note, Shown } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { FiguresCard } from '../details/FiguresCard.tsx';
import { Warnings } from '../warnings.tsx';
import wizard from './wizard.module.css';

/** What was connected, with its figures, and where one goes from here. */
export function Done({
  projectId,
  id,
  onAnother,
}: {
  readonly projectId: string;
  readonly id: string;
  readonly onAnother: () => void;
}) {
  const { finish, details } = useMessages().connection;
  const read = useRead('getConnection', { connection_id: id });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus());
  return (
    <Shown read={read}>
      {({ data }) => (
        <div className={wizard.questions}>
          <h2 ref={heading} tabIndex={-1}>
            {data.status === 'connected' ? finish.done(data.name) : finish.silent(data.name)}
          </h2>
          {data.status === 'connected' ? (
            <p>{finish.doneText}</p>
          ) : (
            <Note tone="warning" text={data.status === 'reauth_required' ? details.reauth : details.missing} />
          )}
          <Warnings connectionId={id} />
          <Actions>
            <ButtonLink look="primary" to="/projects/$projectId" params={{ projectId }}>
              {finish.makeReport}
            </ButtonLink>
            <ButtonLink to="/projects/$projectId/layout" params={{ projectId }}>
              {finish.editLayout}
            </ButtonLink>
            <Button onPress={onAnother}>{finish.another}</Button>
          </Actions>
          {data.status === 'connected' && <FiguresCard connection={data} />}
        </div>
      )}
    </Shown>
  );
}
