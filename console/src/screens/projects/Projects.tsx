import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Select } from '../../components/fields.tsx';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Empty, Fault, Loading, Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { useMakesProjects } from './moves.tsx';
import { NewProject } from './NewProject.tsx';
import styles from './Projects.module.css';
import { ProjectTable } from './ProjectTable.tsx';
import type { ListedStatus, ProjectSearch, ProjectSort } from './search.ts';

const route = getRouteApi('/projects');

/** The list of projects: found, filtered and sorted by its address, so that one comes back to what one left. */
export function Projects() {
  const { projects, imports } = useMessages();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: Partial<Record<keyof ProjectSearch, unknown>>) =>
    void navigate({ search: (before) => ({ ...before, ...changes }) as ProjectSearch, replace: true });
  const { mayMake, limit } = useMakesProjects();
  const make = () => change({ make: true });
  return (
    <Page
      title={projects.title}
      subtitle={projects.subtitle}
      actions={
        mayMake && (
          <>
            <ButtonLink to="/projects/import">{imports.action}</ButtonLink>
            <Button look="primary" icon="add" onPress={make}>
              {projects.make}
            </Button>
          </>
        )
      }
    >
      {limit !== null && (
        <Note tone="warning" text={projects.planFull(limit)}>
          <ButtonLink to="/usage">{projects.seePlan}</ButtonLink>
        </Note>
      )}
      <List search={search} change={change} make={mayMake ? make : undefined} />
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
  const list = useList('listProjects', {
    query: {
      sort,
      direction: sort === 'name' ? 'asc' : 'desc',
      ...(q !== undefined && { q }),
      ...(status !== 'all' && { status }),
    },
  });
  const { usage } = useSession();
  const isPlain = q === undefined && status === 'active';
  const isEmpty = list.items?.length === 0 || (list.items === undefined && usage?.projects.used === 0);
  if (isPlain && isEmpty) return <First make={make} onArchived={() => change({ status: 'archived' })} />;
  return (
    <>
      <Filters search={search} change={change} />
      <Found list={list} search={search} change={change} />
    </>
  );
}

function Found({
  list,
  search,
  change,
}: Omit<Listed, 'make'> & { readonly list: ReturnType<typeof useList<'listProjects'>> }) {
  const { projects } = useMessages();
  const mayEdit = useMay('editor');
  if (list.items === undefined) {
    return list.error ? <Fault error={list.error} onRetry={() => void list.refetch()} /> : <Loading lines={8} />;
  }
  return (
    <div className={styles.found}>
      <p role="status" className={styles.count}>
        {projects.count(list.total ?? 0)}
      </p>
      {list.items.length === 0 ? (
        <NothingFound search={search} change={change} />
      ) : (
        <ProjectTable projects={list.items} mayEdit={mayEdit} />
      )}
      <More list={list} />
    </div>
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

function NothingFound({ search: { q }, change }: Omit<Listed, 'make'>) {
  const { nothingFound, noneArchived } = useMessages().projects;
  const clear = () => change({ q: undefined, status: q === undefined ? undefined : 'all' });
  return (
    <Empty
      icon="search"
      title={q === undefined ? noneArchived : nothingFound.title}
      {...(q !== undefined && { text: nothingFound.text })}
    >
      <Button onPress={clear}>{nothingFound.clear}</Button>
    </Empty>
  );
}
