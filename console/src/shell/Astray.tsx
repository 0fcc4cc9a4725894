import type { ErrorComponentProps } from '@tanstack/react-router';
import { ButtonLink } from '../components/Button.tsx';
import { Page } from '../components/Page.tsx';
import { Empty, Fault } from '../components/states.tsx';
import { useMessages } from '../messages/messages.tsx';

/** For addresses where there is nothing. */
export function NotFound() {
  const { notFound } = useMessages().shell;
  return (
    <Page title={notFound.title}>
      <Empty icon="search" text={notFound.text}>
        <ButtonLink to="/" look="primary">
          {notFound.home}
        </ButtonLink>
      </Empty>
    </Page>
  );
}

/** For a screen that could not be read or drawn. */
export function Broken({ error }: ErrorComponentProps) {
  const { title } = useMessages().common.faults;
  return (
    <Fault
      error={error instanceof Error ? error : new Error(String(error))}
      title={title}
      onRetry={() => location.reload()}
    />
  );
}
