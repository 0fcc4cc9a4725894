import { RadioGroup } from '../../../components/fields.tsx';
import { Card } from '../../../components/Page.tsx';
import { useFormat } from '../../../messages/format.ts';
import { useMessages } from '../../../messages/messages.tsx';
import { useDays } from '../days.ts';
import type { Values } from '../schema.ts';
import { amountsOf, type Doubt, type Proposal, type Question, questionOf, readingsOf } from './doubts.ts';
import wizard from './wizard.module.css';

/** What may be read in more than one way: a question where there is a choice, else a remark. */
export function Doubts({
  proposal,
  doubts,
  config,
  onDecide,
}: {
  readonly proposal: Proposal;
  /** Those that stand nowhere else. */
  readonly doubts: readonly Doubt[];
  readonly config: Values;
  readonly onDecide: (config: Values) => void;
}) {
  const { check } = useMessages().connection;
  const all = doubts.map((doubt) => ({ doubt, question: questionOf(doubt, proposal, config) }));
  const questions = [
    ...new Map(all.flatMap(({ question }) => (question ? [[keyOf(question), question]] : []))).values(),
  ];
  const remarks = all.flatMap(({ doubt, question }) => (question ? [] : [doubt]));
  return (
    <>
      {questions.length > 0 && (
        <Card title={check.questions}>
          {questions.map((question) => (
            <Decision key={keyOf(question)} question={question} onDecide={onDecide} />
          ))}
        </Card>
      )}
      {remarks.length > 0 && <Remarks doubts={remarks} types={proposal.types} />}
    </>
  );
}

const keyOf = ({ kind, column }: Question) => (kind === 'date' ? kind : `${kind} ${column}`);

function Decision({
  question,
  onDecide,
}: {
  readonly question: Question;
  readonly onDecide: (config: Values) => void;
}) {
  const words = useMessages().connection.doubts;
  const labelOf = useChoiceLabels(question);
  const { kind, column, example, choices, chosen } = question;
  const labels = {
    dayOrMonth: words.dayOrMonth(example),
    year: words.year(example),
    date: words.date,
    thousands: words.thousands(example, column),
  };
  return (
    <RadioGroup
      label={labels[kind]}
      options={choices.map(({ id }) => ({ id, label: labelOf(id) }))}
      value={chosen}
      onChange={(id) => onDecide(choices.find((choice) => choice.id === id)?.config ?? {})}
      isRow
    />
  );
}

/** What each choice would mean, such as the day or the amount that is read then. */
function useChoiceLabels({ kind, example }: Question): (id: string) => string {
  const words = useMessages().connection.doubts;
  const { number } = useFormat();
  const { longDay } = useDays();
  if (kind === 'date') return (id) => id;
  if (kind === 'year') return (id) => (id === 'year' ? words.yearFirst : words.dayFirst);
  if (kind === 'thousands') {
    const amounts = amountsOf(example);
    return (id) => number(id === 'thousands' ? amounts.thousands : amounts.fraction);
  }
  const days = readingsOf(example);
  return (id) => (days ? longDay(id === 'day' ? days.day : days.month) : id);
}

const mostRemarks = 20;

function Remarks({ doubts, types }: { readonly doubts: readonly Doubt[]; readonly types: Proposal['types'] }) {
  const { check, doubts: words } = useMessages().connection;
  const isDay = (column: string) => /^(date|time)$/.test(String(types[column]));
  const codeOf = (code: string, column: string) => (code === 'values_left_out' && isDay(column) ? 'no_day' : code);
  const texts = doubts.map(({ code, column, message }) => ({
    column,
    text: words.remarks[codeOf(code, column)] ?? message,
  }));
  const unique = [...new Map(texts.map((remark) => [JSON.stringify(remark), remark])).values()];
  return (
    <Card title={check.remarks}>
      <ul className={wizard.remarks}>
        {unique.slice(0, mostRemarks).map(({ column, text }) => (
          <li key={`${column} ${text}`}>
            {column && (
              <strong>
                <bdi>{column}</bdi>:{' '}
              </strong>
            )}
            {text}
          </li>
        ))}
      </ul>
    </Card>
  );
}
