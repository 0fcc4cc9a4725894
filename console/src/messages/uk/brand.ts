import type { Messages } from '../catalog.ts';

export const brand: Messages['brand'] = {
  title: 'Бренд',
  about: 'Який вигляд мають ваші звіти й від кого вони. Проєкт може мати власні значення.',
  save: 'Зберегти бренд',
  unsaved: 'Ще не збережено',
  discard: 'Відкинути зміни',
  remove: 'Видалити бренд',
  removeText: 'Назва, логотип, кольори й тексти зникнуть із нових звітів. Готові збережуть свої.',
  removed: 'Бренд видалено.',
  unfinished: 'Ось що ви почали.',
  conflict: 'Тим часом хтось інший змінив бренд.',
  takeTheirs: 'Показати ту версію',
  keepMine: 'Усе одно зберегти мою',
  preview: 'Як виглядає обкладинка',
  previewNote: 'Сам шрифт видно у звітах.',
  sample: { title: 'Місячний звіт', client: 'Ваш клієнт', visits: 'Відвідування' },
  preparedBy: (name) => `Підготовка: ${name}`,
};
