import type { Messages } from '../catalog.ts';

export const brand: Messages['brand'] = {
  title: 'ブランド',
  about: 'レポートの見た目と発行元です。プロジェクトごとに変えることもできます。',
  save: 'ブランドを保存',
  unsaved: '未保存',
  discard: '変更を破棄',
  remove: 'ブランドを削除',
  removeText: '今後のレポートから名前、ロゴ、色、文が消えます。作成済みのレポートは変わりません。',
  removed: 'ブランドを削除しました。',
  unfinished: '書きかけの内容です。',
  conflict: 'その間に別の人がブランドを変更しました。',
  takeTheirs: '相手の内容を表示',
  keepMine: '自分の内容で保存',
  preview: '表紙の見え方',
  previewNote: 'フォントそのものはレポートで表示されます。',
  sample: { title: '月次レポート', client: 'お客様', visits: '訪問数' },
  preparedBy: (name) => `作成: ${name}`,
};
