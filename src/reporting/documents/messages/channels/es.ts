import type { Writing } from '../writing.ts';
import type { ChannelTexts } from './en.ts';

export function spanishChannels({ list, name }: Pick<Writing, 'list' | 'name'>): ChannelTexts {
  return {
    channels: 'Canales',
    channel: 'Canal',
    funnel: 'Embudo',
    step: 'Paso',
    ofFirst: 'Del primer paso',
    ofPrevious: 'Del paso anterior',
    currenciesDiffer: (codes) => `Los importes están en monedas distintas (${list(codes.map(name))}) y no se suman.`,
  };
}
