import type { Texts } from './en.ts';

export const japanese: Texts = {
  connect: (vendor: string) => `${vendor} を接続`,
  asked: (vendor: string) =>
    `レポートが数値を読み取れるよう、${vendor} へのログインが求められています。これによって何かが変更されることはありません。`,
  account: '依頼元',
  project: 'プロジェクト',
  connection: '接続',
  system: '読み取る対象',
  warning: '誰からの依頼か分かっていて、心当たりがある場合だけ進んでください。',
  consequence: (host: string) =>
    `依頼した人は、ログインしたアカウントの数値を見られるようになります。${host} でいつでも取り消せます。`,
  goOn: (vendor: string) => `${vendor} へ進む`,
  onTo: (vendor: string) => `${vendor} へ`,
  granted: (vendor: string) => `${vendor} を接続しました`,
  grantedText: (project: string, connection: string) =>
    `${project} のレポートで ${connection} を読み取れるようになりました。このページは閉じてかまいません。`,
  nothing: '何も接続されませんでした',
  denied: '許可されませんでした。やはり接続する場合は、次のとおりです。',
  incomplete: 'レポートに必要なすべての項目が許可されませんでした。すべてのチェックを付けたままにしてください。',
  refused: (vendor: string) =>
    `${vendor} が要求を拒否しました。運用担当者は登録したクライアントとリダイレクト先を確認してください。`,
  noClient: (vendor: string) => `このサービスは ${vendor} に登録されていません。運用担当者が変更できます。`,
  connectionRemoved: 'その間に接続が削除されました。',
  failed: (vendor: string) => `${vendor} へのログインが完了しませんでした。`,
  again: 'リンクを送った人に新しいリンクを依頼してください。',
  unknown: 'このリンクは無効です',
  unknownText: '入力の間違いか、すでに終了している可能性があります。',
  expired: 'このリンクは期限切れです',
  expiredText: '回答できるのは 30 分間です。',
  used: 'このリンクはすでに回答済みです',
  usedText: '接続が完了したという表示を見たばかりなら、ほかにすることはありません。そうでない場合：',
  otherBrowser: '別のブラウザーで始められました',
  otherBrowserText:
    '何も接続されませんでした。届いたリンクをこのブラウザーで Cookie を許可して開き、そこから進んでください。',
  cannotGoOn: '続行できません',
  noCookieText:
    'ブラウザーに Cookie が保存されませんでした。このサイトの Cookie を許可し、リンクをもう一度開いてください。',
  fault: 'ページを表示できません',
  busyText: 'しばらくしてからもう一度お試しください。',
  tooManyText: 'リクエストが多すぎます。1 分待ってからもう一度お試しください。',
  openText: '送られてきたとおりのリンクを開いてください。',
  laterText: '後でもう一度お試しください。',
};
