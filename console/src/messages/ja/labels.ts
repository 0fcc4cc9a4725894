import { plural } from '../plural.ts';

/** プロジェクトのタグとフォルダー。リストを絞り込むものと、そこで選んだもの。 */
export const labels = {
  filter: 'タグまたはフォルダー',
  chosen: '表示しているもの',
  kinds: { tag: 'タグ', folder: 'フォルダー' },
  tags: 'タグ',
  card: 'タグとフォルダー',
  about: 'リストを絞り込むのに使います。メンバーをタグに限ることもできます。',
  tagsAdvice: '1つごとに Enter キーを押してください。',
  folderAdvice: 'たとえば顧客のグループです。',
  wrong: 'タグは50文字以内です。',
  manage: 'タグとフォルダー',
  rename: '名前を変更',
  newName: '新しい名前',
  renamed: (name: string) => `名前は${name}になりました。`,
  remove: '削除',
  removeTitle: (name: string) => `${name}を削除しますか?`,
  removeText: (count: number) =>
    plural('ja', count, {
      other:
        '#件のプロジェクトから外れます。プロジェクトは残ります。これに限られたメンバーには、これによって見えるものがなくなります。',
    }),
  removed: (name: string) => `${name}を削除しました。`,
  none: 'タグやフォルダーのあるプロジェクトはまだありません。',
  tick: (name: string) => `${name}を選ぶ`,
  tickAll: '見つかったものをすべて選ぶ',
  ticks: '選択',
  ticked: (count: number) => plural('ja', count, { other: '#件のプロジェクトを選択中' }),
  untick: '選択を解除',
  bar: '選んだプロジェクトの操作',
  apply: '適用',
  limit: {
    tags: 'これらのタグのいずれかがあるものすべて',
    advice: 'その時点で判断します。あとからタグが付いたプロジェクトも見えます。',
    have: (names: string) => `タグ: ${names}`,
    choose: 'プロジェクトかタグを少なくとも1つ選んでください。',
  },
};
