import { type Static, Type } from 'typebox';
import { ExpressionError, longestExpression, parseExpression } from './expression.ts';

const units = ['count', 'currency', 'percent', 'duration', 'number'] as const;
const directions = ['up', 'down', 'none'] as const;
const largest = 1e15;

const expression = Type.Refine(
  Type.String({
    minLength: 1,
    maxLength: longestExpression,
    description:
      'Numbers and keys of metrics of the connection, with `+ - * /` and parentheses, such as `cost / conversions`; a key of other characters than letters, digits and `_ . :` in double quotes. It is worked out for each row, the rest and the total from their own metrics; without a value where one is missing, or where it divides by zero.',
    examples: ['cost / conversions'],
  }),
  (text) => faultIn(text) === undefined,
  (text) => `cannot be read: ${faultIn(text)}`,
);

function faultIn(text: string): string | undefined {
  try {
    parseExpression(text);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error.message;
    throw error;
  }
}

const ownColumn = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: 50,
      pattern: '\\S',
      description: 'What the table calls it, as in `sort`.',
    }),
    label: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    expression,
    unit: Type.Enum([...units], {
      description:
        'That of the result. `currency` for amounts of money, in the currency of the connection, and only for them; percent values are ratios (0.25 is 25 %), durations seconds.',
    }),
    decimals: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 9 }), Type.Null()], {
        description: "Digits after the decimal point; null or absent for the unit's own.",
      }),
    ),
    better: Type.Optional(Type.Enum([...directions], { description: 'Which way is good news; none when absent.' })),
    goal: Type.Optional(
      Type.Union([Type.Number({ minimum: -largest, maximum: largest }), Type.Null()], {
        description:
          'What each row and the total is marked against, in the unit of the column; only for ratios, such as the cost per conversion.',
      }),
    ),
  },
  { additionalProperties: false, title: 'OwnColumn' },
);

export type OwnColumnSettings = Static<typeof ownColumn>;

/** Columns of a table that the customer works out from its metrics. */
export const ownColumns = Type.Optional(
  Type.Refine(
    Type.Array(ownColumn, {
      minItems: 1,
      maxItems: 6,
      description: 'Columns worked out from metrics, shown or not, behind those of `metrics`.',
    }),
    (columns) => new Set(columns.map(({ key }) => key)).size === columns.length,
    () => 'must have different keys',
  ),
);
