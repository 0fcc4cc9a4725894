import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useList, useWholeList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { ComboBox } from '../../components/ComboBox.tsx';
import { Select } from '../../components/fields.tsx';
import { LabelFilter } from '../../components/LabelFilter.tsx';
import { isNarrowed, type LabelQuery } from '../../components/labels.ts';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { optionsOf } from './fields-of-draft.ts';
import { WatchTable } from './WatchTable.tsx';
import { kinds, type Watch } from './watch-draft.ts';
import styles from './watches.module.css';

const states = ['alerting', 'problem', 'not_enough', 'waiting', 'calm'] as const satisfies readonly Watch['state'][];
const any = 'any';

/** All watches, and how they stand. */
export function Watches() {
  const { watches, shell, common } = useMessages();
  const mayEdit = useMay('editor');
  const { project, template } = useSearch({ from: '/watches' });
  const [kind, setKind] = useState<Watch['kind'] | typeof any>(any);
  const [state, setState] = useState<Watch['state'] | typeof any>(any);
  const [narrowed, setNarrowed] = useState<LabelQuery>({});
  const list = useList('listWatches', {
    query: {
      ...narrowed,
      ...(project !== undefined && { project_id: project }),
      ...(template !== undefined && { template_id: template }),
      ...(kind !== any && { kind }),
      ...(state !== any && { state }),
    },
  });
  const isFiltered = [project, template].some(Boolean) || kind !== any || state !== any || isNarrowed(narrowed);
  const add = (
    <ButtonLink
      to="/watches/new"
      search={{ ...(project !== undefined && { project }), ...(template !== undefined && { template }) } as never}
      look="primary"
      icon="add"
    >
      {watches.add}
    </ButtonLink>
  );
  return (
    <Page
      title={shell.watches}
      subtitle={watches.subtitle}
      actions={
        <>
          <ButtonLink to="/incidents" icon="warning">
            {watches.incidents}
          </ButtonLink>
          {mayEdit && add}
        </>
      }
    >
      <div className={styles.filters}>
        <PlaceFilter />
        <Select
          label={watches.kind}
          options={[{ id: any, label: watches.anyKind }, ...optionsOf(watches.kinds, kinds)]}
          value={kind}
          onChange={setKind}
        />
        <Select
          label={common.status}
          options={[{ id: any, label: watches.anyState }, ...optionsOf(watches.states, states)]}
          value={state}
          onChange={setState}
        />
        <LabelFilter value={narrowed} onChange={setNarrowed} />
      </div>
      <Shown read={{ ...list, data: list.items }}>
        {(items) => (
          <>
            {items.length > 0 && <WatchTable watches={items} />}
            {items.length === 0 && isFiltered && <p role="status">{watches.nothingFound}</p>}
            {items.length === 0 && !isFiltered && <Empty icon="eye" title={watches.emptyTitle} text={watches.empty} />}
            <More list={list} />
          </>
        )}
      </Shown>
    </Page>
  );
}

/** The project or template whose watches are shown, which the address names. */
function PlaceFilter() {
  const { project, template } = useSearch({ from: '/watches' });
  const navigate = useNavigate();
  const choose = (id: string) => {
    const search = id.startsWith('prj_') ? { project: id } : id.startsWith('tpl_') ? { template: id } : {};
    void navigate({ to: '/watches', search });
  };
  const props = { chosen: project ?? template ?? any, onChoose: choose };
  return useSession().project_ids === null ? <AnyPlace {...props} /> : <PlaceBox {...props} />;
}

interface PlaceProps {
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  readonly templates?: readonly { readonly id: string; readonly name: string }[];
}

const byName = { query: { sort: 'name', direction: 'asc' } } as const;

function AnyPlace(props: PlaceProps) {
  return <PlaceBox {...props} templates={useWholeList('listTemplates', byName) ?? []} />;
}

function PlaceBox({ chosen, onChoose, templates = [] }: PlaceProps) {
  const { watches } = useMessages();
  const projects = useWholeList('listProjects', byName) ?? [];
  return (
    <div className={styles.place}>
      <ComboBox
        label={watches.where}
        value={chosen}
        onChange={onChoose}
        options={[
          { id: any, label: watches.anyPlace },
          ...templates.map(({ id, name }) => ({ id, label: watches.template(name) })),
          ...projects.map(({ id, name }) => ({ id, label: name })),
        ]}
      />
    </div>
  );
}
