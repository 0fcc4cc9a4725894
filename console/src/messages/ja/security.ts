import type { Messages } from '../catalog.ts';

export const security: Messages['security'] = {
  title: 'セキュリティ',
  about: 'このアカウントで作業する人に求める条件です。トークンには適用されません。',
  networks: 'アクセスを許可するネットワーク',
  networksAdvice: '例：203.0.113.0/24。何も指定しなければ、どこからでもアクセスできます。',
  chosenNetworks: 'ネットワーク',
  noNetwork: (text) => `「${text}」はネットワークではありません`,
  rules: {
    network: 'ネットワークは 203.0.113.0/24 や 2001:db8::/32 のように書き、長さを超えるビットは含めません。',
    own_address: '現在の接続元アドレスを含むネットワークがありません。このままではあなた自身が入れなくなります。',
  },
  idle: '操作がないままこの時間がたったらサインアウト',
  longest: '操作の有無にかかわらずこの時間でサインアウト',
  standard: (time) => `標準：${time}`,
  secondFactor: '全員に第 2 の認証要素を求める',
  secondFactorAdvice: 'まだ設定していない人は、パスキーまたはワンタイムコードの設定画面に案内されます。',
  kept: {
    title: 'レポートの保存',
    label: 'レポートの保存期間',
    forever: '無期限',
    advice:
      'それより古いものは、ファイル、コメント、終了したリンクとともに完全に削除されます。短い期間は7日後に有効になります。',
    due: (at, r, j) => `${at}に削除されるもの: レポート ${r}、ジョブ ${j}。`,
    stays: (n) => `古いが残るもの (リンク、保留、進行中): ${n}`,
    next: (t, d) => `${d}から${t}`,
    first: (d) => `最初の削除は早くても${d}です。`,
    back: '元に戻す',
    save: '保存',
    hold: '法的保留',
    holdAdvice: '有効な間は、古いことを理由に削除されるものはありません。',
    reason: '理由',
    set: '法的保留を設定',
    end: '終了',
    rules: { minimum: 'プランの最短保存期間より短くはできません。' },
  },
  save: 'セキュリティを保存',
};
