import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import styles from './states.module.css';
import { Fault } from './states.tsx';

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
  readonly fetchNextPage: () => unknown;
}

/** Below a list (`useList`) that has further pages: the button that shows the next one. */
export function More({ list }: { readonly list: Pages }) {
  const { more } = useMessages().common;
  const next = () => void list.fetchNextPage();
  if (list.isFetchNextPageError && list.error) return <Fault error={list.error} onRetry={next} />;
  if (!list.hasNextPage) return null;
  return (
    <div className={styles.further}>
      <Button isPending={list.isFetchingNextPage} onPress={next}>
        {more}
      </Button>
    </div>
  );
}
