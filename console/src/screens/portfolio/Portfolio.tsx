import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { saveFile } from '../../api/download.ts';
import { useList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Select } from '../../components/fields.tsx';
import { LabelFilter } from '../../components/LabelFilter.tsx';
import { isNarrowed, type LabelQuery } from '../../components/labels.ts';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Empty, Fault, Note, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { firstLook } from './first-look.ts';
import { ProjectRow } from './ProjectRow.tsx';
import styles from './portfolio.module.css';
import { Reports } from './Reports.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';
import { Totals } from './Totals.tsx';
import type { Period, PortfolioData, PortfolioProject, Sort } from './types.ts';

type PagedList = Parameters<typeof More>[0]['list'];

const periods = ['month', 'last_month', 'days'] as const satisfies readonly Period[];
const sorts = ['off_course', 'change', 'name', 'read_at'] as const satisfies readonly Sort[];
const pauseMs = 300;
/** What the first look shows; the rest is drawn behind it. */
const rowsAtFirst = 8;
/** While figures are being read. */
const everyMs = 5_000;

/** The figures of all projects side by side, what is most off course first. */
export function Portfolio() {
  const { portfolio, projects } = useMessages();
  const isWhole = useSession().project_ids === null;
  const mayEdit = useMay('editor');
  const maySet = useMay('admin') && isWhole;
  const [isSetting, setSetting] = useState(false);
  const [period, setPeriod] = useState(firstLook.period);
  const [sort, setSort] = useState(firstLook.sort);
  const [typed, setTyped] = useState('');
  const [narrowed, setNarrowed] = useState<LabelQuery>({});
  const q = useSettled(typed.trim());
  const direction: 'asc' | 'desc' = sort === 'name' ? 'asc' : 'desc';
  const query = { period, sort, direction, ...(q && { q }), ...narrowed };
  const list = useList('listPortfolio', { query: { ...query, per_page: firstLook.per_page } });
  const refresh = list.first?.refresh;
  const isReading = (refresh?.waiting ?? 0) > 0;
  const { refetch } = list;
  useEffect(() => {
    if (!isReading) return;
    const again = setInterval(() => void refetch(), everyMs);
    return () => clearInterval(again);
  }, [isReading, refetch]);
  const isSearched = q !== '' || isNarrowed(narrowed);
  const options = <Key extends string>(ids: readonly Key[], words: Readonly<Record<Key, string>>) =>
    ids.map((id) => ({ id, label: words[id] }));
  return (
    <Page
      isWide
      title={portfolio.title}
      subtitle={portfolio.subtitle}
      actions={
        <>
          {maySet && (
            <Button icon="edit" onPress={() => setSetting(true)}>
              {portfolio.settings.action}
            </Button>
          )}
          <Files query={query} />
          {mayEdit && isWhole && <Reports period={period} narrowed={narrowed} />}
          {mayEdit && <Refresh isReading={isReading} />}
        </>
      }
    >
      <div className={styles.filters}>
        <SearchField label={projects.search} value={typed} onChange={setTyped} maxLength={200} />
        <Select
          label={portfolio.period}
          options={options(periods, portfolio.periods)}
          value={period}
          onChange={setPeriod}
        />
        <Select label={projects.sort} options={options(sorts, portfolio.sorts)} value={sort} onChange={setSort} />
        <LabelFilter value={narrowed} onChange={setNarrowed} />
      </div>
      <Shown read={{ ...list, data: list.items }}>
        {(items) => (
          <>
            {list.first && <Standing data={list.first} total={list.total ?? 0} />}
            {items.length === 0 && isSearched && <p role="status">{projects.nothingFound.title}</p>}
            {items.length === 0 && !isSearched && (
              <Empty icon="usage" title={projects.empty.readerTitle} text={projects.empty.text} />
            )}
            <Rows items={items} list={list} />
          </>
        )}
      </Shown>
      {isSetting && <SettingsDialog onClose={() => setSetting(false)} />}
    </Page>
  );
}

/** The projects, and the next ones once the end of these comes near. */
function Rows({ items, list }: { readonly items: readonly PortfolioProject[]; readonly list: PagedList }) {
  const count = useDeferredValue(items.length, rowsAtFirst);
  const end = useNextInSight(list, count >= items.length);
  return (
    <>
      <ul className={styles.projects}>
        {items.slice(0, count).map((item) => (
          <ProjectRow key={item.project_id} item={item} />
        ))}
      </ul>
      <div ref={end}>
        <More list={list} />
      </div>
    </>
  );
}

/** When figures are read, and what adds up over all projects. */
function Standing({ data, total }: { readonly data: PortfolioData; readonly total: number }) {
  const { portfolio } = useMessages();
  const format = useFormat();
  const { enabled, requested_at, waiting, read, rates_fault } = data.refresh;
  const sentences = [
    waiting > 0 && portfolio.waiting(waiting),
    portfolio.read(format.number(read), format.number(Math.max(total, read))),
    enabled ? portfolio.nightly : portfolio.notNightly,
    requested_at !== null && portfolio.asked(format.since(requested_at)),
  ];
  return (
    <>
      <p className={styles.more} role="status">
        {sentences.filter(Boolean).join(' ')}
      </p>
      {rates_fault !== null && <Note tone="warning" title={portfolio.ratesFault} text={<bdi>{rates_fault}</bdi>} />}
      <Totals data={data} />
    </>
  );
}

function Refresh({ isReading }: { readonly isReading: boolean }) {
  const { portfolio } = useMessages();
  const { write, isPending, fault } = useWrite('refreshPortfolio', {
    refreshes: ['listPortfolio'],
    onDone({ data: { queued, skipped } }) {
      tell(queued > 0 ? portfolio.queued(queued) : portfolio.skipped(skipped));
    },
  });
  return (
    <>
      {fault && <Fault error={fault} />}
      <Button
        look="primary"
        icon="refresh"
        isPending={isPending}
        isDisabled={isReading}
        onPress={() => write({ body: {} })}
      >
        {portfolio.refresh}
      </Button>
    </>
  );
}

function Files({ query }: { readonly query: Readonly<Record<string, string | readonly string[]>> }) {
  const [fault, setFault] = useState<Error | null>(null);
  const pairs = Object.entries(query).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
  const save = (format: string) =>
    saveFile(`/manage/v1/portfolio?${new URLSearchParams([...pairs, ['format', format]])}`).then(
      () => setFault(null),
      setFault,
    );
  return (
    <>
      {fault && <Fault error={fault} />}
      <Button icon="download" onPress={() => void save('csv')}>
        CSV
      </Button>
      <Button icon="download" onPress={() => void save('xlsx')}>
        Excel
      </Button>
    </>
  );
}

/** A text once somebody has paused typing it. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const pause = setTimeout(() => settle(text), pauseMs);
    return () => clearTimeout(pause);
  }, [text]);
  return settled;
}

/** Reads the next page once the end of those that are there, and drawn, comes near. */
function useNextInSight(list: PagedList, isDrawn: boolean) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const end = useRef<HTMLDivElement>(null);
  const isOpen = isDrawn && hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!end.current || !isOpen) return;
    const sight = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: '100%',
    });
    sight.observe(end.current);
    return () => sight.disconnect();
  }, [isOpen, fetchNextPage]);
  return end;
}
