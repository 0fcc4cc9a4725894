import { messagesFor } from '../../documents/messages/messages.ts';
import type { Connector, Description, Grouping, QueryResult } from '../contract.ts';
import { translationsOf } from './translations.ts';
import { namingOf } from './values.ts';

/**
 * The connector of a hosted system with its labels, and the names of countries and devices, in the language of a BCP 47
 * locale where reports have texts in it. Of other systems both are the customer's: their connectors stay as they are.
 */
export function inLanguage(connector: Connector, locale: string): Connector {
  const { catalog, queryAll } = connector;
  if (!catalog) return connector;
  const { language } = messagesFor(locale);
  return {
    ...connector,
    describe: async (...given) => translated(await connector.describe(...given), language),
    catalog: async (...given) => translated(await catalog.apply(connector, given), language),
    query: async (config, secret, query, context) =>
      named(await connector.query(config, secret, query, context), query.by, language),
    ...(queryAll && {
      queryAll: async (config, secret, queries, context) => {
        const answers = await queryAll.call(connector, config, secret, queries, context);
        return answers.map((answer, index) => named(answer, queries[index]?.by ?? 'none', language));
      },
    }),
  };
}

/** A label that no catalogue has, such as that of a customer's own event, stays as it is. */
export function translated(description: Description, language: string): Description {
  const words = translationsOf(language);
  const label = <Labelled extends { readonly label: string }>(one: Labelled): Labelled => {
    return { ...one, label: words.get(one.label) ?? one.label };
  };
  const { metrics, dimensions, advertising } = description;
  return {
    ...description,
    metrics: metrics.map(label),
    dimensions: dimensions.map((dimension) => ({
      ...label(dimension),
      ...(dimension.metrics && { metrics: dimension.metrics.map(label) }),
    })),
    ...(advertising && {
      advertising: { ...advertising, costPerConversion: label(advertising.costPerConversion) },
    }),
  };
}

function named(answer: QueryResult, by: Grouping, language: string): QueryResult {
  if (typeof by !== 'object') return answer;
  const ofKey = namesOf(
    answer.rows.map(({ key }) => key),
    namingOf(by.dimension, language),
  );
  const ofSecondary = namesOf(
    answer.rows.map(({ secondary }) => secondary),
    by.secondary === undefined ? undefined : namingOf(by.secondary, language),
  );
  if (!ofKey && !ofSecondary) return answer;
  const rows = answer.rows.map((row) => ({
    ...row,
    key: nameIn(row.key, ofKey),
    ...(row.secondary !== undefined && { secondary: nameIn(row.secondary, ofSecondary) }),
  }));
  return { ...answer, rows };
}

type Key = string | null;

/** The names of values; undefined without any, and where two values would have the same one: values that came apart stay apart. */
function namesOf(
  values: readonly (Key | undefined)[],
  nameOf: ((value: string) => string) | undefined,
): ReadonlyMap<string, string> | undefined {
  if (!nameOf) return undefined;
  const known = new Set(values.filter((value) => typeof value === 'string'));
  const names = new Map(known.values().map((value) => [value, nameOf(value)]));
  return new Set(names.values()).size < names.size ? undefined : names;
}

function nameIn(value: Key, names: ReadonlyMap<string, string> | undefined): Key {
  return value === null ? null : (names?.get(value) ?? value);
}
