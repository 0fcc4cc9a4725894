import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { RadioGroup, Select, TextField } from '../../components/fields.tsx';
import { Actions, Card, Form, Page } from '../../components/Page.tsx';
import { Badge, Fault, Note } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { languages, useLanguage, useMessages } from '../../messages/messages.tsx';
import { type Appearance, chooseAppearance, storedAppearance } from '../../shell/appearance.ts';
import { useEnterAccount } from '../../shell/menus.tsx';
import { OneTimeCodes } from './OneTimeCodes.tsx';
import { OwnData } from './OwnData.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Password } from './Password.tsx';
import { QuietTimes } from './QuietTimes.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { Sessions } from './Sessions.tsx';
import { SignOn } from './SignOn.tsx';

/** One's own name, what one signs in with, sessions, language and quiet times. */
export function Profile() {
  const { profile, factors } = useMessages();
  const { user, account, second_factor_required: needsFactor } = useSession();
  return (
    <Page title={profile.title}>
      {needsFactor && <Note tone="warning" text={factors.required.account(account?.name ?? '')} />}
      {user && <You key={user.id} name={user.name} email={user.email} />}
      {user && <Password email={user.email} hasPassword={user.has_password} />}
      {user && <SignOn />}
      {user && <Passkeys />}
      {user && <OneTimeCodes />}
      {user && <RecoveryCodes hasFactor={user.has_passkey || user.has_one_time_codes} />}
      <Sessions />
      <Preferences />
      {user && <QuietTimes />}
      <Accounts />
      {user && <OwnData />}
    </Page>
  );
}

function You({ name: stored, email }: { readonly name: string; readonly email: string }) {
  const { common, profile } = useMessages();
  const [name, setName] = useState(stored);
  const { write, isPending, fault } = useWrite('updateProfile', {
    refreshes: ['getSession'],
    onDone: () => tell(common.saved),
  });
  const faults = fieldFaults(fault);
  return (
    <Card title={profile.you}>
      <Form onSubmit={() => write({ body: { name: name.trim() } })} validationErrors={faults}>
        <TextField
          {...{ name: 'name', label: common.name, autoComplete: 'name', maxLength: 200, isRequired: true }}
          value={name}
          onChange={setName}
        />
        <TextField label={common.email} advice={profile.emailAdvice} value={email} isReadOnly />
        {fault && !faults.name && <Fault error={fault} />}
        <Actions>
          <Button type="submit" isPending={isPending} isDisabled={name.trim() === stored || name.trim() === ''}>
            {profile.save}
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}

function Preferences() {
  const { profile, shell } = useMessages();
  const { language, speak } = useLanguage();
  const [appearance, setAppearance] = useState(storedAppearance);
  const choose = (next: Appearance) => {
    setAppearance(next);
    chooseAppearance(next);
  };
  return (
    <Card title={profile.preferences}>
      <p>{profile.preferencesAdvice}</p>
      <Form onSubmit={() => {}}>
        <Select
          label={shell.language}
          options={entriesOf(languages)}
          value={language}
          onChange={(chosen) => speak(chosen)}
        />
        <RadioGroup
          label={shell.appearance}
          isRow
          options={entriesOf(shell.appearances)}
          value={appearance}
          onChange={choose}
        />
      </Form>
    </Card>
  );
}

function Accounts() {
  const { common, members, profile } = useMessages();
  const { account, accounts } = useSession();
  const enter = useEnterAccount();
  const words = profile.accounts;
  return (
    <Card title={words.title}>
      {accounts.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <Table
          label={words.title}
          keyOf={({ id }) => id}
          rows={accounts}
          columns={[
            { id: 'name', label: common.name, cell: ({ name }) => name },
            { id: 'role', label: members.role, keepsWords: true, cell: ({ role }) => members.roles[role] },
            {
              ...{ id: 'open', label: words.open, isAtEnd: true, hidesLabel: true },
              cell: ({ id, name }) =>
                id === account?.id ? (
                  <Badge tone="accent">{words.current}</Badge>
                ) : (
                  <Button aria-label={words.openNamed(name)} onPress={() => void enter(id)}>
                    {words.open}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Card>
  );
}

function entriesOf<Key extends string>(labels: Readonly<Record<Key, string>>) {
  return (Object.entries(labels) as [Key, string][]).map(([id, label]) => ({ id, label }));
}
