import type { Messages } from '../catalog.ts';

export const chat: Messages['chat'] = {
  title: 'チャットのチャンネル',
  subtitle: 'スケジュールは Slack と Microsoft Teams のこれらのチャンネルにレポートを投稿します。',
  add: 'チャンネルを追加',
  added: 'チャンネルを追加しました。テストを送り、メッセージが届くか確かめてください。',
  empty: {
    title: 'チャンネルはまだありません',
    text: 'スケジュールは各レポートの見出し、主な数値、リンクをチャンネルに投稿できます。',
  },
  system: 'チャット',
  name: '名前',
  nameAdvice: '#marketing など、分かりやすい名前。',
  address: 'アドレス',
  addressAdvice: {
    slack:
      'Slack で、Incoming Webhook のあるアプリをチャンネルに追加します。アドレスは https://hooks.slack.com/services/ で始まります。',
    teams:
      'Teams で、Webhook 要求を受信したときに投稿するワークフローをチャンネルに追加し、そのアドレスをコピーします。',
  },
  secret: 'このアドレスを知る人は誰でもチャンネルに投稿できます。暗号化して保存し、再び表示することはありません。',
  ready: '準備完了',
  gone: 'このチャンネルはもうチャットにありません',
  test: 'テストを送る',
  tested: 'チャットがテストを受け付けました。',
  refused: 'チャットがテストを受け付けませんでした：',
  removeTitle: (name: string) => `${name} を削除しますか？`,
  removeText: 'すべてのスケジュールから外されます。まだ投稿されていないものは投稿されません。',
  field: 'チャットのチャンネル',
  fieldAdvice: '見出し、主な数値、レポートへのリンク。チャンネルの全員が開けます。',
};
