import type { Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { Button } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { Badge, Note, Shown } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { OperatorsOnly } from './OperatorsOnly.tsx';

/** Whether every part of the installation works. */
export function Health() {
  return (
    <OperatorsOnly>
      <Checks />
    </OperatorsOnly>
  );
}

function Checks() {
  const { health } = useMessages().administration;
  const read = useRead('diagnose', {});
  return (
    <Page
      title={health.title}
      subtitle={health.subtitle}
      actions={
        <Button icon="refresh" isPending={read.isFetching} onPress={() => void read.refetch()}>
          {health.again}
        </Button>
      }
    >
      <Shown read={read}>{({ data }) => <Findings findings={data.findings} />}</Shown>
    </Page>
  );
}

function Findings({ findings }: { readonly findings: Data<'diagnose'>['findings'] }) {
  const { administration, common } = useMessages();
  const { health } = administration;
  const names: Readonly<Record<string, string>> = health.checks;
  const faults = findings.filter(({ ok }) => !ok);
  const isSound = faults.length === 0;
  return (
    <>
      <div role="status">
        <Note tone={isSound ? 'good' : 'warning'} text={isSound ? health.sound : health.faults(faults.length)} />
      </div>
      <Table
        label={health.title}
        rows={[...faults, ...findings.filter(({ ok }) => ok)]}
        keyOf={({ check }) => check}
        columns={[
          { id: 'check', label: health.check, cell: ({ check }) => names[check] ?? check },
          {
            id: 'state',
            label: common.status,
            cell: ({ ok }) => <Badge tone={ok ? 'good' : 'bad'}>{ok ? health.fine : health.wrong}</Badge>,
          },
          // In the words of the command `doctor`, which operators know.
          {
            id: 'finding',
            label: health.finding,
            cell: ({ message }) => (
              <span lang="en" dir="ltr">
                {message}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
