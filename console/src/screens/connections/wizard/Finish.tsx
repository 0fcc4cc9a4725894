import { Button } from '../../../components/Button.tsx';
import { fieldFaults } from '../../../components/faults.ts';
import { TextField } from '../../../components/fields.tsx';
import { Actions, Card, Form } from '../../../components/Page.tsx';
import { Fault } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { useConnectionWrite } from '../warnings.tsx';
import { type StepProps, sourceOf } from './source.ts';

/** What it is called; then it is connected. */
export function Finish(props: StepProps) {
  const { finish } = useMessages().connection;
  const { projectId, drafting } = props;
  const { draft, change } = drafting;
  const config = (draft.config ?? draft.naming) as Record<string, unknown>;
  const done = ({ data }: { readonly data: { readonly id: string } }) => change({ doneId: data.id });
  const create = useConnectionWrite('createConnection', done);
  const update = useConnectionWrite('updateConnection', done);
  const fault = create.fault ?? update.fault;
  const connect = () => {
    const name = draft.name.trim();
    if (draft.connectionId !== null) {
      return update.write({ connection_id: draft.connectionId, body: { name, config } });
    }
    create.write({ project_id: projectId, body: { ...sourceOf(props, config), name, config } });
  };
  return (
    <Card title={finish.title}>
      <Form onSubmit={connect} validationErrors={fieldFaults(fault)}>
        <TextField
          label={finish.name}
          advice={finish.nameAdvice}
          name="name"
          isRequired
          maxLength={200}
          value={draft.name}
          onChange={(name) => change({ name })}
        />
        {fault && <Fault error={fault} title={finish.refused} />}
        <Actions>
          <Button onPress={() => change({ step: 'check' })}>{finish.backToCheck}</Button>
          <Button type="submit" look="primary" isPending={create.isPending || update.isPending}>
            {finish.connect}
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
