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
  save: 'セキュリティを保存',
};
