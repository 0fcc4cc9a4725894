import type { Writing } from '../writing.ts';

export type ChannelTexts = ReturnType<typeof englishChannels>;

/** The English texts of channels and funnels. */
export function englishChannels({ list, name }: Pick<Writing, 'list' | 'name'>) {
  return {
    channels: 'Channels',
    channel: 'Channel',
    funnel: 'Funnel',
    step: 'Step',
    /** Heads of a step's parts of the first step, and of the one before. */
    ofFirst: 'Of first step',
    ofPrevious: 'Of previous step',
    currenciesDiffer: (codes: readonly string[]) =>
      `The amounts are in different currencies (${list(codes.map(name))}) and are not added up.`,
  };
}
