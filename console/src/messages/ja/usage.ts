import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const usage: Messages['usage'] = {
  title: 'プランと使用状況',
  plan: (name) => `ご利用のプランは ${name} です。`,
  allowance: 'プランの範囲',
  projects: 'プロジェクト',
  members: 'メンバー',
  generations: '今月のレポート',
  ofLimit: (used, limit) => `${limit} 中 ${used}`,
  unlimited: (used) => `${used}(無制限)`,
  full: {
    title: '上限に達しました',
    projects: '終わったプロジェクトをアーカイブするか、運用者に上位のプランを依頼してください。',
    members: '離れた人を削除するか、運用者に上位のプランを依頼してください。',
    generations: (day) => `運用者が上位のプランにしない限り、${day} まで、定期レポートも含めて作成されません。`,
    requests: '再開までプログラムは拒否されます。ここでの作業は続けられます。',
  },
  toProjects: 'プロジェクトへ',
  toMembers: 'メンバーへ',
  resets: (time) => `再開: ${time}`,
  days: '過去30日間',
  daysAdvice: 'ポインターか矢印キーで日を選びます。日は UTC です。',
  reports: 'レポート',
  files: 'ファイル',
  completed: '完成したレポート',
  date: '日',
  onDay: (day, reports, files) =>
    `${day}: ${plural('ja', reports, { other: 'レポート#件' })}、${plural('ja', files, { other: 'ファイル#件' })}`,
  asTable: '表で表示',
  nothing: '過去30日間に作成されたものはありません。',
  requests: 'プログラムからのリクエスト',
  requestsText: 'アクセストークンを使ってプログラムが公開 API に送るリクエストです。コンソールでの作業は含まれません。',
  minute: 'この1分間',
  day: '今日',
};
