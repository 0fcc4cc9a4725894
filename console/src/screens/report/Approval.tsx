import { useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { explain } from '../../components/faults.ts';
import { TextArea } from '../../components/fields.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

const refreshes = ['getReportApproval', 'getOverview', 'listScheduleRuns'] as const;

/** What releases a report of a schedule that waits for somebody's word, or rejects it; nothing for all others. */
export function Approval({ reportId }: { readonly reportId: string }) {
  const { common, schedules } = useMessages();
  const { approval } = schedules;
  const [isRejecting, setRejecting] = useState(false);
  const read = useRead('getReportApproval', { report_id: reportId });
  const release = useWrite('releaseScheduleRun', {
    refreshes,
    onDone: () => tell(approval.released),
    // Somebody may have been faster: what is shown is read again.
    onFault(error) {
      tell(explain(error, common.faults).text, 'bad');
      void read.refetch();
    },
  });
  const { run = null, may_decide = false } = read.data?.data ?? {};
  if (!run) return null;
  return (
    <Note tone="warning" text={`${approval.title}. ${may_decide ? approval.text : approval.only}`}>
      {may_decide && (
        <>
          <Button look="primary" isPending={release.isPending} onPress={() => release.write({ run_id: run.id })}>
            {approval.release}
          </Button>
          <Button onPress={() => setRejecting(true)}>{approval.reject}</Button>
          <Rejection runId={run.id} isOpen={isRejecting} onClose={() => setRejecting(false)} />
        </>
      )}
    </Note>
  );
}

function Rejection({
  runId,
  isOpen,
  onClose,
}: {
  readonly runId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { approval } = useMessages().schedules;
  const [reason, setReason] = useState('');
  const onDone = () => {
    onClose();
    tell(approval.rejected);
  };
  const reject = useWrite('rejectScheduleRun', { refreshes, onDone });
  const confirm = () => {
    if (reason.trim() !== '') reject.write({ run_id: runId, body: { reason } });
  };
  return (
    <ConfirmDialog
      title={approval.reject}
      action={approval.reject}
      isDangerous
      isOpen={isOpen}
      isPending={reject.isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      <TextArea label={approval.reason} isRequired maxLength={1_000} value={reason} onChange={setReason} />
      {reject.fault && <Fault error={reject.fault} />}
    </ConfirmDialog>
  );
}
