import type { Writing } from '../writing.ts';
import type { ChannelTexts } from './en.ts';

export function portugueseChannels({ list, name }: Pick<Writing, 'list' | 'name'>): ChannelTexts {
  return {
    channels: 'Canais',
    channel: 'Canal',
    funnel: 'Funil',
    step: 'Etapa',
    ofFirst: 'Da primeira etapa',
    ofPrevious: 'Da etapa anterior',
    currenciesDiffer: (codes) => `Os valores estão em moedas diferentes (${list(codes.map(name))}) e não são somados.`,
  };
}
