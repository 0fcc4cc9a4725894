import { type Static, Type } from 'typebox';

/** How a table with a column for each day, month or the like is read: each value of these columns as a row. */
export const unpivot = Type.Object(
  {
    /** The columns whose names are dates. */
    columns: Type.Enum(['dates']),
    /** What the column of their values is called. */
    into: Type.String({ minLength: 1, maxLength: 100 }),
    /** What comes first in names such as 01/02/2026. */
    first: Type.Optional(Type.Enum(['day', 'month'])),
  },
  { additionalProperties: false },
);

export type Unpivot = Static<typeof unpivot>;

/** The column of the days that names of columns are. */
export const dayColumn = 'day';
