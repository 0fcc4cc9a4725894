import { useCallback } from 'react';
import { call } from '../../../api/client.ts';
import { useList } from '../../../api/reads.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../components/Button.tsx';
import { Actions, Card, Form } from '../../../components/Page.tsx';
import { Note } from '../../../components/states.tsx';
import { useFormat } from '../../../messages/format.ts';
import { useMessages } from '../../../messages/messages.tsx';
import styles from '../connections.module.css';
import { SchemaForm } from '../SchemaForm.tsx';
import { SecretForm } from '../SecretForm.tsx';
import schemaStyles from '../schema.module.css';
import { completed, prunedValues, type Schema, secretKinds } from '../schema.ts';
import { SignIn } from '../sign-in.tsx';
import { resourceFieldsOf, type System } from '../systems.ts';
import { madeFields, type StepProps } from './source.ts';
import wizard from './wizard.module.css';

interface AccessProps extends StepProps {
  readonly label: string;
}

/** The fields that the form leaves out: what a look at the source finds, and what is chosen from a list. */
function leftOutOf(system: System): string[] {
  const { required = [] } = system.config as Schema;
  const usual = ['metrics', 'dimensions'].filter((name) => !required.includes(name));
  return [...(system.proposes ? madeFields : usual), ...resourceFieldsOf(system)];
}

/** How a system is reached and proved to: by signing in, or by what a form asks for. */
export function Access(props: AccessProps) {
  const { connection } = useMessages();
  const { system, label, drafting } = props;
  const { grantId } = drafting.draft;
  const { kinds } = secretKinds(system.secret as Schema | null);
  const takesKey = kinds.length > 0;
  if (system.sign_in === null || grantId !== null) {
    return (
      <Card title={connection.access.title(label)}>
        <AccessForm {...props} />
      </Card>
    );
  }
  return (
    <Card title={connection.access.title(label)}>
      <div className={wizard.narrow}>
        <Earlier {...props} vendor={system.sign_in} />
        <SignInForNew {...props} vendor={system.sign_in} />
        {takesKey && (
          <details className={schemaStyles.more} open={drafting.draft.hasSecret || undefined}>
            <summary>{connection.access.orKey}</summary>
            <div className={schemaStyles.fields}>
              <AccessForm {...props} />
            </div>
          </details>
        )}
      </div>
    </Card>
  );
}

function useGoOn({ system, drafting }: StepProps) {
  return (more: Parameters<typeof drafting.change>[0]) => {
    const naming = { ...drafting.draft.naming, ...more.naming };
    const chooses = resourceFieldsOf(system).length > 0 && naming.query === undefined;
    drafting.change({ ...more, config: null, step: chooses ? 'resource' : 'check' });
  };
}

function AccessForm(props: AccessProps) {
  const { common, connection } = useMessages();
  const { system, drafting } = props;
  const { draft, change, secret, setSecret } = drafting;
  const goOn = useGoOn(props);
  const schema = system.config as Schema;
  const isSignedIn = draft.grantId !== null;
  return (
    <Form
      onSubmit={() => {
        const given = isSignedIn || secret === null ? null : prunedValues(secret);
        setSecret(given);
        goOn({ naming: completed(schema, draft.naming, leftOutOf(system)), hasSecret: given !== null });
      }}
    >
      {isSignedIn && <Note tone="good" text={connection.details.signedIn} />}
      <SchemaForm
        schema={schema}
        values={draft.naming}
        onChange={(naming) => change({ naming })}
        path="config"
        system={system.system}
        leftOut={leftOutOf(system)}
      >
        {!isSignedIn && (
          <SecretForm
            schema={system.secret as Schema | null}
            system={system.system}
            value={secret}
            onChange={setSecret}
          />
        )}
      </SchemaForm>
      <Actions>
        <Button type="submit" look={system.sign_in !== null && !isSignedIn ? 'secondary' : 'primary'}>
          {common.continue}
        </Button>
      </Actions>
    </Form>
  );
}

/** Whether the form has to be filled in before resources can be listed. */
function asksMore(system: System): boolean {
  const schema = system.config as Schema;
  const leftOut = leftOutOf(system);
  return (schema.required ?? []).some((name) => !leftOut.includes(name));
}

function Earlier(props: AccessProps & { readonly vendor: string }) {
  const { connection } = useMessages();
  const { time } = useFormat();
  const seesGrants = useSession().project_ids === null;
  const list = useList('listGrants', { query: { direction: 'desc' } }, { enabled: seesGrants });
  const goOn = useGoOn(props);
  const { drafting, system, vendor } = props;
  const usable = (list.items ?? []).filter((grant) => grant.vendor === vendor);
  const use = (grantId: string) =>
    asksMore(system) ? drafting.change({ grantId }) : goOn({ grantId, hasSecret: false });
  if (usable.length === 0) return null;
  return (
    <div className={styles.stack}>
      <h3>{connection.access.earlierTitle}</h3>
      <ul className={styles.list}>
        {usable.slice(0, 10).map(({ id, created_at }) => (
          <li key={id} className={styles.between}>
            {connection.access.earlier(time(created_at))}
            <Button onPress={() => use(id)}>{connection.access.useIt}</Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SignInForNew(props: AccessProps & { readonly vendor: string }) {
  const { projectId, system, drafting, vendor } = props;
  const { draft, change } = drafting;
  const name = draft.name;
  const begin = useCallback(async () => {
    const body = { system: system.system, name };
    return (await call('authorizeNewConnection', { project_id: projectId, body })).data;
  }, [projectId, system.system, name]);
  const granted = async (connectionId: string) => {
    const { data } = await call('getConnection', { connection_id: connectionId });
    const step = asksMore(system) ? 'access' : resourceFieldsOf(system).length > 0 ? 'resource' : 'check';
    change({ connectionId, grantId: data.grant_id, hasSecret: false, step });
  };
  return <SignIn vendor={vendor} begin={begin} onGranted={(id) => void granted(id)} />;
}
