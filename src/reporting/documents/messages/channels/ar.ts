import type { Writing } from '../writing.ts';
import type { ChannelTexts } from './en.ts';

export function arabicChannels({ list, name }: Pick<Writing, 'list' | 'name'>): ChannelTexts {
  return {
    channels: 'القنوات',
    channel: 'القناة',
    funnel: 'قمع التحويل',
    step: 'الخطوة',
    ofFirst: 'من الخطوة الأولى',
    ofPrevious: 'من الخطوة السابقة',
    currenciesDiffer: (codes) => `المبالغ بعملات مختلفة (${list(codes.map(name))})، ولذلك لم تُجمع.`,
  };
}
