import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTablePage } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Select } from '../../components/fields.tsx';
import { LabelFilter } from '../../components/LabelFilter.tsx';
import { isNarrowed } from '../../components/labels.ts';
import { Page } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Empty, Fault, Loading, Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { BulkActions } from './BulkActions.tsx';
import { ManageLabels } from './ManageLabels.tsx';
import { useMakesProjects } from './moves.tsx';
import { NewProject } from './NewProject.tsx';
import styles from './Projects.module.css';
import { type ProjectQuery, ProjectTable } from './ProjectTable.tsx';
import type { ListedStatus, ProjectSearch, ProjectSort } from './search.ts';
import { countOf, type ProjectFilter } from './selection.ts';
import { type Ticks, useTicks } from './use-ticks.ts';

const route = getRouteApi('/projects');

/** The list of projects: found, filtered and sorted by its address, so that one comes back to what one left. */
export function Projects() {
  const { projects, labels, imports } = useMessages();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: Partial<Record<keyof ProjectSearch, unknown>>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) as ProjectSearch, replace: true });
  const { mayMake, limit } = useMakesProjects();
  const mayEdit = useMay('editor');
  const { project_ids } = useSession();
  const [isManaging, setManaging] = useState(false);
  const make = () => change({ make: true });
  return (
    <Page
      title={projects.title}
      subtitle={projects.subtitle}
      actions={
        <>
          {mayEdit && project_ids === null && <Button onPress={() => setManaging(true)}>{labels.manage}</Button>}
          {mayMake && <ButtonLink to="/projects/import">{imports.action}</ButtonLink>}
          {mayMake && (
            <Button look="primary" icon="add" onPress={make}>
              {projects.make}
            </Button>
          )}
        </>
      }
    >
      {limit !== null && (
        <Note tone="warning" text={projects.planFull(limit)}>
          <ButtonLink to="/usage">{projects.seePlan}</ButtonLink>
        </Note>
      )}
      <List search={search} change={change} make={mayMake ? make : undefined} />
      {isManaging && <ManageLabels onClose={() => setManaging(false)} />}
      {search.make && mayMake && <NewProject onClose={() => change({ make: undefined })} />}
    </Page>
  );
}

interface Listed {
  readonly search: ProjectSearch;
  readonly change: (changes: Partial<Record<keyof ProjectSearch, unknown>>) => void;
  /** Opens the dialog that makes one, where there is room and right. */
  readonly make: (() => void) | undefined;
}

function List({ search, change, make }: Listed) {
  const { q, status = 'active', sort = 'name' } = search;
  const filter = filterOf(search);
  const query = { sort, direction: sort === 'name' ? ('asc' as const) : ('desc' as const), ...filter };
  const first = useTablePage('listProjects', { query }, 1);
  const { usage } = useSession();
  const total = first.data?.pagination?.total;
  const isPlain = q === undefined && status === 'active' && !isNarrowed(filter);
  const isEmpty = total === 0 || (total === undefined && usage?.projects.used === 0);
  if (isPlain && isEmpty) return <First make={make} onArchived={() => change({ status: 'archived' })} />;
  return (
    <>
      <Filters search={search} change={change} />
      {total !== undefined && <Found {...{ total, query, filter, search, change }} />}
      {total === undefined &&
        (first.error ? <Fault error={first.error} onRetry={() => void first.refetch()} /> : <Loading lines={8} />)}
    </>
  );
}

function filterOf({ q, status = 'active', tag, folder }: ProjectSearch): ProjectFilter {
  return {
    ...(q !== undefined && { q }),
    ...(status !== 'all' && { status }),
    ...(tag && { tag }),
    ...(folder !== undefined && { folder }),
  };
}

function Found({
  total,
  query,
  filter,
  search,
  change,
}: Omit<Listed, 'make'> & {
  readonly total: number;
  readonly query: ProjectQuery;
  readonly filter: ProjectFilter;
}) {
  const { projects, labels } = useMessages();
  const mayEdit = useMay('editor');
  const ticks = useTicks(filter, total);
  return (
    <div className={styles.found}>
      <div className={styles.head}>
        <p role="status" className={styles.count}>
          {projects.count(total)}
        </p>
        {mayEdit && total > 0 && (
          <label className={styles.count}>
            <input
              type="checkbox"
              className={styles.box}
              checked={ticks.all}
              onChange={({ target }) => ticks.tickAll(target.checked)}
            />{' '}
            {labels.tickAll}
          </label>
        )}
      </div>
      {mayEdit && <TickBar ticks={ticks} />}
      {total === 0 ? (
        <NothingFound search={search} change={change} />
      ) : (
        <ProjectTable total={total} query={query} ticks={mayEdit ? ticks : null} />
      )}
    </div>
  );
}

/** How many are ticked, and what can be done with them; it stays in sight. */
function TickBar({ ticks }: { readonly ticks: Ticks }) {
  const { labels } = useMessages();
  const clear = () => ticks.tickAll(false);
  return (
    <>
      <p role="status" className="unseen">
        {ticks.isAny && labels.ticked(countOf(ticks.selection))}
      </p>
      {ticks.isAny && (
        <section className={styles.bar} aria-label={labels.bar}>
          <b>{labels.ticked(countOf(ticks.selection))}</b>
          <BulkActions selection={ticks.selection} onDone={clear} />
          <Button look="quiet" onPress={clear}>
            {labels.untick}
          </Button>
        </section>
      )}
    </>
  );
}

/** Milliseconds without another key until it is searched. */
const pauseMs = 200;

function Filters({ search, change }: Omit<Listed, 'make'>) {
  const { projects } = useMessages();
  const { q = '', status = 'active', sort = 'name' } = search;
  // What is typed holds until the address says something else.
  const [draft, setDraft] = useState<{ readonly text: string; readonly over: string }>();
  const typed = draft?.over === q ? draft.text : q;
  useEffect(() => {
    if (typed === q) return;
    const pause = setTimeout(() => change({ q: typed === '' ? undefined : typed }), pauseMs);
    return () => clearTimeout(pause);
  });
  const options = <Key extends string>(words: Readonly<Record<Key, string>>) =>
    Object.entries<string>(words).map(([id, label]) => ({ id: id as Key, label }));
  return (
    <div className={styles.filters}>
      <SearchField
        label={projects.search}
        value={typed}
        onChange={(text) => setDraft({ text, over: q })}
        maxLength={200}
      />
      <LabelFilter value={search} onChange={({ tag, folder }) => change({ tag, folder })} />
      <div className={styles.choice}>
        <Select<ListedStatus>
          label={projects.show}
          options={options(projects.shown)}
          value={status}
          onChange={(next) => change({ status: next === 'active' ? undefined : next })}
        />
      </div>
      <div className={styles.choice}>
        <Select<ProjectSort>
          label={projects.sort}
          options={options(projects.sorts)}
          value={sort}
          onChange={(next) => change({ sort: next === 'name' ? undefined : next })}
        />
      </div>
    </div>
  );
}

function First({ make, onArchived }: { readonly make: Listed['make']; readonly onArchived: () => void }) {
  const { projects } = useMessages();
  const mayEdit = useMay('editor');
  return (
    <Empty
      icon="projects"
      title={mayEdit ? projects.empty.title : projects.empty.readerTitle}
      text={mayEdit ? projects.empty.text : projects.empty.reader}
    >
      {make && (
        <Button look="primary" icon="add" onPress={make}>
          {projects.make}
        </Button>
      )}
      <Button look="quiet" onPress={onArchived}>
        {projects.seeArchived}
      </Button>
    </Empty>
  );
}

function NothingFound({ search, change }: Omit<Listed, 'make'>) {
  const { nothingFound, noneArchived } = useMessages().projects;
  const isPlain = search.q === undefined && !isNarrowed(search);
  const clear = () => change({ q: undefined, tag: undefined, folder: undefined, status: isPlain ? undefined : 'all' });
  return (
    <Empty
      icon="search"
      title={isPlain ? noneArchived : nothingFound.title}
      {...(!isPlain && { text: nothingFound.text })}
    >
      <Button onPress={clear}>{nothingFound.clear}</Button>
    </Empty>
  );
}
