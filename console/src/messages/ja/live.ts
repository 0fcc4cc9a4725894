import type { Messages } from '../catalog.ts';

export const live: Messages['live'] = {
  title: '常に最新',
  none: 'このリンクを使うと、クライアントは選んだ期間について、このプロジェクトのレイアウトを常に最新の数値で見られます。',
  addTitle: '常に最新のページへの新しいリンク',
  changeTitle: '閲覧者が選べる内容',
  periods: '選べる期間',
  needsPeriod: '期間を1つ以上選んでください。',
  ownDays: '閲覧者がほかの日付を選べるようにする',
  compare: '比較できる対象',
  needsComparison: '1つ以上選んでください。',
  keep: '数値の古さの上限',
  origins: '埋め込みを許可するサイト',
  originsAdvice: '1行に1つのアドレス（例：https://www.example.com）',
  keepReport: 'レポートとして残す',
  kept: 'レポートを作成しています。',
  revokeText: 'リンクを持っている人は、直ちにページを見られなくなります。元に戻すことはできません。',
};
