import { useState } from 'react';
import { ButtonLink } from '../../components/Button.tsx';
import { Select } from '../../components/fields.tsx';
import { LabelFilter } from '../../components/LabelFilter.tsx';
import type { LabelQuery } from '../../components/labels.ts';
import { Card, Page } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { IncidentList } from './IncidentList.tsx';
import styles from './incidents.module.css';

type State = 'open' | 'closed' | 'all';

/** What watches have found in all projects, open ones at first. */
export function Incidents() {
  const { watches, shell } = useMessages();
  const [narrowed, setNarrowed] = useState<LabelQuery>({});
  const [state, setState] = useState<State>('open');
  return (
    <Page
      title={watches.incidents}
      subtitle={watches.incidentsText}
      actions={
        <ButtonLink to="/watches" icon="eye">
          {shell.watches}
        </ButtonLink>
      }
    >
      <div className={styles.filters}>
        <StateField value={state} onChange={setState} />
        <LabelFilter value={narrowed} onChange={setNarrowed} />
      </div>
      <Card>
        <IncidentList
          showsProjects
          query={{ ...narrowed, ...(state !== 'all' && { state }) }}
          empty={state === 'open' ? watches.noOpen : watches.noIncidents}
        />
      </Card>
    </Page>
  );
}

function StateField({ value, onChange }: { readonly value: State; readonly onChange: (state: State) => void }) {
  const { watches, common } = useMessages();
  return (
    <Select
      label={common.status}
      options={[
        { id: 'open', label: watches.incidentStates.open },
        { id: 'closed', label: watches.incidentStates.closed },
        { id: 'all', label: watches.all },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
