import { useMessages } from '../../messages/messages.tsx';
import type { Watch } from './watch-draft.ts';

type Problem = NonNullable<Watch['problem']>;

/** Why a watch cannot be judged, and what to do, in the reader's language; what a source said itself is in its own words. */
export function ProblemText({
  watch: { metric, dimension },
  problem: { code, message },
}: {
  readonly watch: Pick<Watch, 'metric' | 'dimension'>;
  readonly problem: Problem;
}) {
  const { problemTexts } = useMessages().watches;
  // One of a newer service has the service's own sentence alone.
  if (!Object.hasOwn(problemTexts, code)) return <bdi lang="en">{message}</bdi>;
  const text = problemTexts[code as keyof typeof problemTexts];
  const key = code === 'dimension_missing' ? dimension?.key : metric;
  const told = typeof text === 'function' ? text(key ?? '') : text;
  return (
    <>
      {told}
      {code === 'invalid_config' && (
        <>
          {' '}
          <bdi lang="en">{message}</bdi>
        </>
      )}
    </>
  );
}
