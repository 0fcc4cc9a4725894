import type { Writing } from '../writing.ts';
import type { ChannelTexts } from './en.ts';

export function polishChannels({ list, name }: Pick<Writing, 'list' | 'name'>): ChannelTexts {
  return {
    channels: 'Kanały',
    channel: 'Kanał',
    funnel: 'Lejek',
    step: 'Krok',
    ofFirst: 'Względem pierwszego kroku',
    ofPrevious: 'Względem poprzedniego kroku',
    currenciesDiffer: (codes) => `Kwoty są w różnych walutach (${list(codes.map(name))}), dlatego nie są sumowane.`,
  };
}
