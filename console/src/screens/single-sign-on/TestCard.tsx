import { Card } from '../../components/Page.tsx';
import { SignOnButton } from '../../components/SignOnButton.tsx';
import { Note } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { reasonWord } from './reasons.ts';
import type { SignOnSettings } from './types.ts';

type Test = NonNullable<SignOnSettings['test']>;

/** A sign-in that changes nothing, and what came of the last one. */
export function TestCard({ settings: { test } }: { readonly settings: SignOnSettings }) {
  const { sso } = useMessages();
  return (
    <Card title={sso.test}>
      <p>{sso.testAdvice}</p>
      <SignOnButton id="testSingleSignOn" refreshes="getSingleSignOn" state={test?.at} label={sso.begin} />
      <div role="status">
        <Outcome test={test} />
      </div>
      {test && test.claims.length > 0 && <Claims test={test} />}
    </Card>
  );
}

function Outcome({ test }: { readonly test: Test | null }) {
  const { sso, members } = useMessages();
  if (!test) return <Note text={sso.never} />;
  const stale = test.is_current ? '' : ` ${sso.stale}`;
  if (test.reason !== null) {
    const detail = test.detail === null ? '' : ` ${sso.saml.detail} ${test.detail}.`;
    return <Note tone="bad" title={sso.failed} text={sso.reasons[reasonWord(test.reason)] + detail + stale} />;
  }
  const role = test.role === null ? '' : members.roles[test.role];
  return <Note tone={test.is_current ? 'good' : 'warning'} text={`${sso.works} ${role}.${stale}`} />;
}

function Claims({ test }: { readonly test: Test }) {
  const { sso } = useMessages();
  return (
    <Table
      label={sso.claims}
      keyOf={({ name }) => name}
      rows={test.claims}
      columns={[
        { id: 'name', label: sso.claimName, cell: ({ name }) => <bdi>{name}</bdi> },
        { id: 'value', label: sso.value, cell: ({ value }) => <bdi>{value}</bdi> },
      ]}
    />
  );
}
