import type { Writing } from '../writing.ts';
import type { ChannelTexts } from './en.ts';

export function germanChannels({ list, name }: Pick<Writing, 'list' | 'name'>): ChannelTexts {
  return {
    channels: 'Kanäle',
    channel: 'Kanal',
    funnel: 'Trichter',
    step: 'Schritt',
    ofFirst: 'Vom ersten Schritt',
    ofPrevious: 'Vom vorigen Schritt',
    currenciesDiffer: (codes) =>
      `Die Beträge haben verschiedene Währungen (${list(codes.map(name))}) und werden nicht addiert.`,
  };
}
