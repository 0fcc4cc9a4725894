import type { LaterMessages } from '../catalog.ts';

/** People and groups that come from the directory of a company. */
export const directory: LaterMessages['directory'] = {
  title: 'ディレクトリ（SCIM）',
  subtitle: 'Microsoft Entra ID や Okta など、会社のディレクトリから人とグループを取り込みます。',
  guide: '設定方法',
  address: 'アドレス',
  called: 'ディレクトリからの最後の呼び出し：',
  neverCalled: 'まだディレクトリからの呼び出しはありません。',
  people: '人',
  tokensEmpty: 'トークンを作成し、アドレスと一緒にディレクトリに登録してください。',
  makeToken: 'トークンを作成',
  nameAdvice: 'どのディレクトリ用か。例：「Entra」',
  revokeText: 'ディレクトリはこのトークンでは何も変更できなくなります。人とグループはそのまま残ります。',
  groups: 'グループ',
  groupsText:
    'グループごとに、所属する人に役割を与えられます。複数のグループでは最も高い役割が適用され、グループによってオーナーになることはありません。',
  groupsEmpty: 'ディレクトリからまだグループが届いていません。',
  group: 'グループ',
  noRole: '役割なし',
  choose: '役割を選択',
  chooseTitle: (name: string) => `「${name}」は何ができますか？`,
  noneAdvice: '所属する人には、ほかのグループの役割か、通常の役割が適用されます。',
  signsOut: '役割が変わる人はサインアウトされ、もう一度サインインします。',
  groupDone: (name: string) => `「${name}」のできることを変更しました。`,
  usual: '通常の役割',
  usualText: '役割を与えるグループに所属していない、ディレクトリの人に適用されます。',
  change: '変更',
  sendsMail: '新しい人に、パスワードを選ぶためのリンクをメールで送る',
  sendsMailAdvice: '全員がシングルサインオンを使う場合は不要です。',
  usualDone: '通常の役割を変更しました。',
  badge: 'ディレクトリから',
  givenBy: (groups: string) =>
    `この役割はディレクトリが ${groups} によって与えています。ディレクトリで変更するか、グループが与える役割を変更してください。`,
};
