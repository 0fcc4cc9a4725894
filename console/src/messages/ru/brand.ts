import type { Messages } from '../catalog.ts';

export const brand: Messages['brand'] = {
  title: 'Бренд',
  about: 'Как выглядят ваши отчёты и от кого они. У проекта могут быть свои значения.',
  save: 'Сохранить бренд',
  unsaved: 'Ещё не сохранено',
  discard: 'Отбросить изменения',
  remove: 'Удалить бренд',
  removeText: 'Название, логотип, цвета и тексты исчезнут из новых отчётов. Готовые сохранят свои.',
  removed: 'Бренд удалён.',
  unfinished: 'Вот что вы начали.',
  conflict: 'Тем временем кто-то другой изменил бренд.',
  takeTheirs: 'Показать ту версию',
  keepMine: 'Всё равно сохранить мою',
  preview: 'Как выглядит обложка',
  previewNote: 'Сам шрифт виден в отчётах.',
  sample: { title: 'Месячный отчёт', client: 'Ваш клиент', visits: 'Посещения' },
  preparedBy: (name) => `Подготовка: ${name}`,
};
