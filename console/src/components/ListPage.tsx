import type { ReactNode } from 'react';
import { pathOfService } from '../api/base.ts';
import { useMessages } from '../messages/messages.tsx';
import { ButtonAddress } from './Button.tsx';
import type { IconName } from './icons.tsx';
import { More } from './More.tsx';
import { Page } from './Page.tsx';
import { Empty, Shown } from './states.tsx';

type Listed = Parameters<typeof More>[0]['list'];

/** A page that lists all of something, with its guide and what adds one more. */
export function ListPage<Item>({
  words,
  icon,
  guide,
  list,
  add,
  children,
}: {
  readonly words: {
    readonly title: string;
    readonly subtitle: string;
    readonly empty: { readonly title: string; readonly text: string };
  };
  readonly icon: IconName;
  /** Its name below `/docs/guides/`. */
  readonly guide: string;
  readonly list: Listed & { readonly items: readonly Item[] | undefined; readonly refetch: () => unknown };
  readonly add: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}) {
  const { tokens } = useMessages();
  const isEmpty = list.items?.length === 0;
  return (
    <Page
      title={words.title}
      subtitle={words.subtitle}
      actions={
        <>
          <ButtonAddress icon="external" href={pathOfService(`/docs/guides/${guide}`)} target="_blank" rel="noopener">
            {tokens.reference}
          </ButtonAddress>
          {!isEmpty && add}
        </>
      }
    >
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          isEmpty ? (
            <Empty icon={icon} title={words.empty.title} text={words.empty.text}>
              {add}
            </Empty>
          ) : (
            <>
              {children(items)}
              <More list={list} />
            </>
          )
        }
      </Shown>
    </Page>
  );
}
