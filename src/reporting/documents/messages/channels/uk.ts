import type { Writing } from '../writing.ts';
import type { ChannelTexts } from './en.ts';

export function ukrainianChannels({ list, name }: Pick<Writing, 'list' | 'name'>): ChannelTexts {
  return {
    channels: 'Канали',
    channel: 'Канал',
    funnel: 'Воронка',
    step: 'Крок',
    ofFirst: 'Від першого кроку',
    ofPrevious: 'Від попереднього кроку',
    currenciesDiffer: (codes) => `Суми наведено в різних валютах (${list(codes.map(name))}), тому їх не додано.`,
  };
}
