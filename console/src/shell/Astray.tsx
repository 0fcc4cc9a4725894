import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button, ButtonLink } from '../components/Button.tsx';
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

/** Where the account lets its people in only from other networks; their other accounts and their profile stay open. */
export function Outside({ account }: { readonly account: string }) {
  const { outside } = useMessages().shell;
  return (
    <Page title={outside.title}>
      <Empty icon="administration" text={outside.text(account)}>
        <Button look="primary" icon="refresh" onPress={() => location.reload()}>
          {outside.again}
        </Button>
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
