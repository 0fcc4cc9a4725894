import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { call } from '../../../api/client.ts';
import { Button } from '../../../components/Button.tsx';
import { Actions, Card, Form } from '../../../components/Page.tsx';
import { SearchField } from '../../../components/SearchField.tsx';
import { Empty, Shown } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { SchemaForm } from '../SchemaForm.tsx';
import { fieldsOf, prunedValues, type Schema, type Values } from '../schema.ts';
import { nameOf, resourceFieldsOf } from '../systems.ts';
import { type StepProps, sourceOf } from './source.ts';
import wizard from './wizard.module.css';

const mostShown = 200;

/** Which site, account or table is read, by its name. */
export function Resource(props: StepProps) {
  const { connection, connections } = useMessages();
  const { projectId, system, drafting } = props;
  const { draft, change } = drafting;
  const fields = resourceFieldsOf(system);
  const named = Object.fromEntries(Object.entries(draft.naming).filter(([name]) => !fields.includes(name)));
  const config = Object.keys(named).length > 0 ? named : null;
  const read = useQuery({
    queryKey: ['listSystemResources', projectId, system.system, draft.grantId, named],
    queryFn: async ({ signal }) => {
      const input = { project_id: projectId, body: sourceOf(props, config) };
      return (await call('listSystemResources', input, { signal, maxRetries: 0 })).data.resources;
    },
    staleTime: 60_000,
  });
  const goOn = (chosen: Values, label?: string) => {
    const isUnnamed = draft.name === '' || draft.name === nameOf(system.system, connections);
    const name = isUnnamed && label !== undefined ? label.slice(0, 200) : draft.name;
    change({ naming: { ...named, ...chosen }, name, config: null, step: 'check' });
  };
  return (
    <Card title={connection.resource.title}>
      <Shown read={read}>
        {(resources) =>
          resources.length === 0 ? (
            <Empty icon="search" title={connection.resource.none} />
          ) : (
            <Choices resources={resources} onChoose={goOn} />
          )
        }
      </Shown>
      {fields.length > 0 && <ByHand {...props} onName={goOn} fields={fields} />}
    </Card>
  );
}

function Choices({
  resources,
  onChoose,
}: {
  readonly resources: readonly { readonly label: string; readonly config: Values }[];
  readonly onChoose: (config: Values, label: string) => void;
}) {
  const { common, connection } = useMessages();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<number | null>(resources.length === 1 ? 0 : null);
  const found = resources
    .map(({ label }, index) => ({ label, index }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()));
  const resource = chosen === null ? undefined : resources[chosen];
  return (
    <div className={wizard.narrow}>
      {resources.length > 8 && <SearchField label={connection.resource.search} value={typed} onChange={setTyped} />}
      <p className="unseen" role="status">
        {common.found(found.length)}
      </p>
      <RadioGroup
        className={wizard.choices ?? ''}
        aria-label={connection.resource.title}
        value={chosen === null ? null : String(chosen)}
        onChange={(index) => setChosen(Number(index))}
      >
        {found.slice(0, mostShown).map(({ label, index }) => (
          <Radio key={index} value={String(index)} className={wizard.choice ?? ''}>
            <bdi>{label}</bdi>
          </Radio>
        ))}
      </RadioGroup>
      <Actions>
        <Button
          look="primary"
          isDisabled={!resource}
          onPress={() => resource && onChoose(resource.config, resource.label)}
        >
          {common.continue}
        </Button>
      </Actions>
    </div>
  );
}

function ByHand({
  system,
  drafting,
  fields,
  onName,
}: StepProps & { readonly fields: readonly string[]; readonly onName: (config: Values) => void }) {
  const { common, connection } = useMessages();
  const [values, setValues] = useState<Values>(drafting.draft.naming);
  const schema = system.config as Schema;
  const others = fieldsOf(schema)
    .map(({ name }) => name)
    .filter((name) => !fields.includes(name));
  return (
    <details>
      <summary>{connection.resource.byHand}</summary>
      <Form onSubmit={() => onName(prunedValues(values))}>
        <SchemaForm
          {...{ schema, values }}
          onChange={setValues}
          path="config"
          system={system.system}
          leftOut={others}
        />
        <Actions>
          <Button type="submit">{common.continue}</Button>
        </Actions>
      </Form>
    </details>
  );
}
