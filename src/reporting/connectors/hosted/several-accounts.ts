import { Type } from 'typebox';
import { sentencesFault } from '../config-faults.ts';
import type { Description } from '../contract.ts';
import { mapBounded } from '../map-bounded.ts';
import { addColumns } from './ad-figures.ts';
import type { AdGroups, AdSource } from './ad-report.ts';

/** Accounts whose figures are added to those of `account`: of the same zone and currency. */
export function moreAccounts(pattern: string) {
  return Type.Optional(Type.Array(Type.String({ pattern }), { minItems: 1, maxItems: 19 }));
}

export interface Accounts {
  readonly account: string;
  readonly more_accounts?: readonly string[] | undefined;
}

type Settings = Pick<Description, 'timeZone' | 'currency'>;

/** All accounts of a configuration; throws `invalid_config` for one that is named twice, as it would count twice. */
export function accountsOf({ account, more_accounts = [] }: Accounts): readonly [string, ...string[]] {
  const all = [account, ...more_accounts] as const;
  const index = all.findIndex((id, place) => all.indexOf(id) < place);
  if (index > 0) throw sentencesFault([`more_accounts.${index - 1}: The account is named twice. Remove it.`]);
  return all;
}

/** Of the accounts, one after the other: several queries go at once already. */
const accountsAtOnce = 1;

/** Does something for each account, in their order. */
export function eachAccount<T>(accounts: Accounts, work: (account: string) => Promise<T>): Promise<T[]> {
  return mapBounded(accountsOf(accounts), accountsAtOnce, work);
}

/**
 * What several accounts fix, which is one thing: days of two zones are not the same days, and amounts of two currencies have
 * no sum. Throws `invalid_config` where they differ, and where one of several does not tell.
 */
export async function sharedSettings(
  accounts: Accounts,
  read: (account: string) => Promise<Settings>,
): Promise<Settings> {
  const all = await eachAccount(accounts, read);
  assertAlike(all, 'account');
  return all[0] ?? {};
}

/** `first` is the field of the first account. */
export function assertAlike(all: readonly Settings[], first: string): void {
  const [own, ...others] = all;
  for (const [index, { timeZone = 'unknown', currency = 'unknown' }] of others.entries()) {
    const { timeZone: zone = 'of no known zone', currency: amounts = 'no known currency' } = own ?? {};
    const path = `more_accounts.${index}`;
    if (currency !== amounts) {
      const message = `Its amounts are in ${currency}, those of ${first} in ${amounts}. Connect it by itself.`;
      throw sentencesFault([`${path}: ${message}`]);
    }
    if (timeZone !== zone) {
      const message = `Its days are those of ${timeZone}, those of ${first} of ${zone}. Connect it by itself.`;
      throw sentencesFault([`${path}: ${message}`]);
    }
  }
}

/** One source of several, one for each account. People of two accounts may be the same: they have no sum. */
export function combineSources(sources: readonly AdSource[]): AdSource {
  const [first, ...others] = sources;
  if (!first) throw new TypeError('There is no account');
  if (others.length === 0) return first;
  const { ofPeople } = first;
  const ask = (work: (source: AdSource) => Promise<AdGroups>) => mapBounded(sources, accountsAtOnce, work);
  return {
    ofPeople,
    get notices() {
      return sources.flatMap(({ notices = [] }) => notices);
    },
    async total(span) {
      const totals = await mapBounded(sources, accountsAtOnce, (source) => source.total(span));
      const found = totals.filter((total) => total !== undefined);
      return found.length === 0 ? undefined : addColumns(found, ofPeople);
    },
    async days(span) {
      const answers = await ask((source) => source.days(span));
      // Days of which one account's are not known are no days of all.
      const isLacking = answers.some(({ groups, notices = [] }) => groups.length === 0 && notices.length > 0);
      return joined(isLacking ? answers.map(({ notices = [] }) => ({ groups: [], notices })) : answers);
    },
    groups: async (span) => joined(await ask((source) => source.groups(span))),
  };
}

function joined(answers: readonly AdGroups[]): AdGroups {
  const notices = new Map(
    answers.flatMap(({ notices = [] }) => notices).map((notice) => [JSON.stringify(notice), notice]),
  );
  return { groups: answers.flatMap(({ groups }) => groups), notices: [...notices.values()] };
}
