import type { Writing } from '../writing.ts';
import type { ChannelTexts } from './en.ts';

export function frenchChannels({ list, name }: Pick<Writing, 'list' | 'name'>): ChannelTexts {
  return {
    channels: 'Canaux',
    channel: 'Canal',
    funnel: 'Entonnoir',
    step: 'Étape',
    ofFirst: 'De la première étape',
    ofPrevious: 'De l’étape précédente',
    currenciesDiffer: (codes) =>
      `Les montants sont exprimés dans des devises différentes (${list(codes.map(name))}) et ne sont pas additionnés.`,
  };
}
