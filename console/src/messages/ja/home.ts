import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const home: Messages['home'] = {
  title: 'ホーム',
  start: {
    title: 'はじめに',
    done: '完了',
    progress: (done, all) => `${all} 件中 ${done} 件完了`,
    project: {
      title: 'プロジェクトを作る',
      text: 'レポートの対象となるクライアントやサイトごとに 1 つ。',
      action: '新しいプロジェクト',
    },
    connection: {
      title: 'データを接続する',
      text: 'ファイルをアップロードするか、クライアントが使うサービスを接続します。',
      action: 'データを接続',
    },
    report: {
      title: 'レポートを作る',
      text: '期間を選びます。数秒で完成します。',
      action: 'レポートを作成',
    },
    delivery: {
      title: '送る',
      text: 'ダウンロードする、リンクを送る、またはスケジュールで毎月送信します。',
      action: 'レポートを開く',
    },
  },
  needs: {
    title: '要対応',
    reader: '既知の問題',
    calm: '今日の要対応はありません',
    calmText: 'すべての接続が正常で、待っているレポートはありません。',
    reconnect: (name) => `${name} を接続し直す必要があります`,
    missing: (name) => `${name} の読み取り先がなくなりました`,
    ending: (name, day) => `${name} のサインインは ${day} に切れます`,
    waiting: (count) => plural('ja', count, { other: '# 件のレポートが待っています' }),
    blocked: 'レポートを作成できませんでした',
    times: (count) => plural('ja', count, { other: '# 回' }),
    undelivered: (recipient) => `${recipient} へのメールが届きませんでした`,
    unposted: (channel) => `チャットのチャンネル ${channel} へのメッセージが届きませんでした`,
    approval: 'レポートが承認を待っています',
    look: '確認する',
    webhookGone: (name: string) => `Webhook ${name} はオフになりました: アドレスがなくなりました`,
    webhookFailing: (name: string) => `Webhook ${name} は5日間失敗したためオフになりました`,
    see: 'スケジュールを見る',
    check: '確認',
    reconnectAction: '接続し直す',
    signIn: '再度サインイン',
    dismiss: '非表示',
    all: (count) => plural('ja', count, { other: 'あと # 件を表示' }),
  },
  alerts: {
    title: '未解決のアラート',
    all: 'すべてのアラート',
    acknowledge: '自分が対応する',
    acknowledged: '対応中の人がいます',
    since: (day) => `${day} から`,
  },
  next: {
    title: '次のレポート',
    all: 'すべてのスケジュール',
    empty: '予定はありません。スケジュールはレポートを自動で作成し、送信します。',
    recipients: (count) => plural('ja', count, { other: '宛先 # 件' }),
    line: (cadence, recipients) => `${cadence}、${recipients}`,
  },
  newest: {
    title: '最新のレポート',
    empty: '作成したレポートはここに表示されます。',
    reader: 'レポートが作成されると、ここに表示されます。',
  },
};
