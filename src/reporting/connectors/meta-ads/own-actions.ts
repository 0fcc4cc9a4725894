import { type Static, Type } from 'typebox';
import { sentencesFault } from '../config-faults.ts';
import type { Catalog } from '../hosted/choice.ts';
import { countedAction, type MetaDimension, type MetaMetric, metaCatalog } from './catalog.ts';

/** Actions as figures of their own, by the types that Insights list, such as `offsite_conversion.custom.123`. */
export const ownActions = Type.Optional(
  Type.Array(
    Type.Object(
      {
        action: Type.String({ pattern: '^[a-z][A-Za-z0-9_.]{0,99}$' }),
        label: Type.String({ minLength: 1, maxLength: 100 }),
      },
      { additionalProperties: false },
    ),
    { minItems: 1, maxItems: 20 },
  ),
);

type OwnActions = Static<typeof ownActions>;

const longestKey = 64;

/** The catalogue with the figures of the connection's own actions, as `action_…`. Throws `invalid_config` for one that is named twice. */
export function catalogWith(own: OwnActions = []): Catalog<MetaMetric, MetaDimension> {
  const keys = own.map(({ action }) => `action_${action.toLowerCase().replaceAll('.', '_')}`.slice(0, longestKey));
  const twice = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (twice >= 0) throw sentencesFault([`own_actions.${twice}.action: The action is named twice. Remove one of them.`]);
  const metrics = own.map(({ action, label }, index) => countedAction(keys[index] ?? '', label, action));
  return { ...metaCatalog, metrics: [...metaCatalog.metrics, ...metrics] };
}
