import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const usage: Messages['usage'] = {
  title: 'Тариф і використання',
  plan: (name) => `Ваш тариф: ${name}.`,
  allowance: 'Що дозволяє тариф',
  projects: 'Проєкти',
  members: 'Учасники',
  generations: 'Звіти цього місяця',
  ofLimit: (used, limit) => `${used} з ${limit}`,
  unlimited: (used) => `${used}, без обмежень`,
  full: {
    title: 'Вичерпано',
    projects: 'Архівуйте завершений проєкт або попросіть в оператора більший тариф.',
    members: 'Видаліть того, хто пішов, або попросіть в оператора більший тариф.',
    generations: (day) =>
      `До ${day} звіти не створюватимуться, навіть за розкладом, якщо оператор не надасть більшого тарифу.`,
    requests: 'Програмам відмовлено, доки відлік не почнеться знову. Ваша робота тут триває.',
  },
  toProjects: 'До проєктів',
  toMembers: 'До учасників',
  resets: (time) => `Починається знову: ${time}`,
  days: 'Останні 30 днів',
  daysAdvice: 'Виберіть день вказівником або стрілками. Дні за UTC.',
  reports: 'Звіти',
  files: 'Файли',
  completed: 'Готові звіти',
  date: 'День',
  onDay: (day, reports, files) =>
    `${day}: ${plural('uk', reports, { one: '# звіт', few: '# звіти', many: '# звітів', other: '# звіту' })}, ${plural('uk', files, { one: '# файл', few: '# файли', many: '# файлів', other: '# файлу' })}`,
  asTable: 'Як таблиця',
  nothing: 'За останні 30 днів нічого не створено.',
  requests: 'Запити програм',
  requestsText: 'Що програми запитують у публічного API з вашими токенами доступу. Робота в консолі не враховується.',
  minute: 'Цієї хвилини',
  day: 'Сьогодні',
};
