import { ApiError } from '../../../api/client.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Fault, Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { DraftFaults } from '../draft/faults.ts';
import type { Source } from '../types.ts';

export interface PreviewFaultProps {
  readonly projectId: string;
  /** The path of the editor, to come back to. */
  readonly back: string;
  readonly sources: readonly Source[];
  readonly faults: DraftFaults;
  readonly onGoTo: (key: string) => void;
  readonly fault: Error;
  /** Whether an earlier version is shown below it. */
  readonly isStale: boolean;
  readonly onRetry: () => void;
}

/** Why the draft cannot be shown, with what repairs it. */
export function PreviewFault({ projectId, back, sources, faults, onGoTo, fault, isStale, onRetry }: PreviewFaultProps) {
  const { layout } = useMessages();
  const words = layout.preview;
  const stale = isStale ? words.stale : undefined;
  if (fault instanceof ApiError && fault.details.some(({ rule }) => rule === 'no_connected_systems')) {
    return (
      <Note tone="warning" title={layout.automatic.unconnected}>
        <ButtonLink look="primary" to="/projects/$projectId/connections/new" params={{ projectId }}>
          {layout.automatic.connect}
        </ButtonLink>
      </Note>
    );
  }
  if (faults.connections.size > 0) {
    return [...faults.connections].map(([id, text]) => (
      <Note
        key={id}
        tone="warning"
        title={words.connection(sources.find((source) => source.id === id)?.name ?? id)}
        text={`${text} ${stale ?? ''}`}
      >
        <ButtonLink to="/connections/$connectionId" params={{ connectionId: id }} search={{ back }}>
          {words.repair}
        </ButtonLink>
      </Note>
    ));
  }
  const [first] = faults.sections.keys();
  if (first === undefined) return <Fault error={fault} title={words.faultyTitle} onRetry={onRetry} />;
  return (
    <Note tone="warning" title={words.faulty(faults.sections.size)} text={stale}>
      <Button onPress={() => onGoTo(first)}>{words.goTo}</Button>
    </Note>
  );
}
