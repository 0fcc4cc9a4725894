import { type Static, Type } from 'typebox';
import { sentencesFault } from '../config-faults.ts';

const texts = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 20, uniqueItems: true }),
);

const campaignStatuses = ['active', 'paused', 'ended'] as const;

/** Which campaigns of an account are counted: those that every given rule lets through. */
const rules = {
  /** Names that have any of these in them, in upper or lower case. */
  contains: texts,
  /** Names that have none of these in them. */
  without: texts,
  /** What the campaign is at the moment, not what it was in the period. */
  status: Type.Optional(Type.Enum([...campaignStatuses])),
};

/** The part of a configuration that leaves campaigns out. */
export const campaignFilter = Type.Object(rules, { additionalProperties: false, minProperties: 1 });

/** The same for systems whose campaigns have labels: those with any of these. */
export const labelledCampaignFilter = Type.Object(
  { ...rules, labels: texts },
  { additionalProperties: false, minProperties: 1 },
);

export type CampaignFilter = Static<typeof labelledCampaignFilter>;

export interface Campaign {
  readonly id: string;
  readonly name: string;
  /** Null for what is neither of these in the system. */
  readonly status: (typeof campaignStatuses)[number] | null;
  readonly labels?: readonly string[];
}

/** Enough for any account that people look after, and little enough for one request. */
const usualMost = 1_000;
const mostNamed = 5;

/** The campaigns that a filter lets through; throws `invalid_config` for more than can be asked for. */
export function chooseCampaigns(campaigns: readonly Campaign[], filter: CampaignFilter, most = usualMost): Campaign[] {
  const chosen = campaigns.filter((campaign) => fits(campaign, filter));
  if (chosen.length <= most) return chosen;
  throw sentencesFault([
    `campaigns: ${chosen.length} campaigns fit, and ${most} are the most. Choose fewer, such as by status.`,
  ]);
}

/** Whether a filter lets anything through is said where it is set: later, campaigns may come and go. */
export function assertSome(chosen: readonly Campaign[], all: readonly Campaign[]): void {
  if (chosen.length > 0) return;
  const names = [...new Set(all.map(({ name }) => name))].slice(0, mostNamed);
  const known = names.length === 0 ? 'It has none' : `It has, among others: ${names.join(', ')}`;
  throw sentencesFault([`campaigns: No campaign of the account fits. ${known}.`]);
}

function fits({ name, status, labels = [] }: Campaign, filter: CampaignFilter): boolean {
  const [wanted, unwanted, marks] = [filter.contains, filter.without, filter.labels].map((each) => each?.map(folded));
  const own = folded(name);
  return (
    (wanted?.some((text) => own.includes(text)) ?? true) &&
    !unwanted?.some((text) => own.includes(text)) &&
    (filter.status === undefined || filter.status === status) &&
    (marks?.some((mark) => labels.some((label) => folded(label) === mark)) ?? true)
  );
}

/** As people compare names: whatever the case, and however an accented letter was typed. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
