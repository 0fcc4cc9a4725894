import type { Writing } from '../writing.ts';
import type { ChannelTexts } from './en.ts';

export function russianChannels({ list, name }: Pick<Writing, 'list' | 'name'>): ChannelTexts {
  return {
    channels: 'Каналы',
    channel: 'Канал',
    funnel: 'Воронка',
    step: 'Шаг',
    ofFirst: 'От первого шага',
    ofPrevious: 'От предыдущего шага',
    currenciesDiffer: (codes) => `Суммы указаны в разных валютах (${list(codes.map(name))}), поэтому не складываются.`,
  };
}
