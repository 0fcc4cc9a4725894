import type { Writing } from '../writing.ts';
import type { ChannelTexts } from './en.ts';

export function japaneseChannels({ list, name }: Pick<Writing, 'list' | 'name'>): ChannelTexts {
  return {
    channels: 'チャネル',
    channel: 'チャネル',
    funnel: 'ファネル',
    step: 'ステップ',
    ofFirst: '最初のステップ比',
    ofPrevious: '前のステップ比',
    currenciesDiffer: (codes) => `金額の通貨が異なるため（${list(codes.map(name))}）、合計していません。`,
  };
}
