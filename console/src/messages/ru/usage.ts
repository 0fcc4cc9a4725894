import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const usage: Messages['usage'] = {
  title: 'Тариф и использование',
  plan: (name) => `Ваш тариф: ${name}.`,
  allowance: 'Что позволяет тариф',
  projects: 'Проекты',
  members: 'Участники',
  generations: 'Отчёты за этот месяц',
  ofLimit: (used, limit) => `${used} из ${limit}`,
  unlimited: (used) => `${used}, без ограничений`,
  full: {
    title: 'Исчерпано',
    projects: 'Архивируйте завершённый проект или попросите у оператора больший тариф.',
    members: 'Удалите того, кто ушёл, или попросите у оператора больший тариф.',
    generations: (day) =>
      `До ${day} отчёты не создаются, в том числе по расписанию, если оператор не даст больший тариф.`,
    requests: 'Программам отказано, пока счёт не начнётся заново. Ваша работа здесь продолжается.',
  },
  toProjects: 'К проектам',
  toMembers: 'К участникам',
  resets: (time) => `Начнётся заново: ${time}`,
  days: 'Последние 30 дней',
  daysAdvice: 'Выберите день указателем или стрелками. Дни по UTC.',
  reports: 'Отчёты',
  files: 'Файлы',
  completed: 'Готовые отчёты',
  date: 'День',
  onDay: (day, reports, files) =>
    `${day}: ${plural('ru', reports, { one: '# отчёт', few: '# отчёта', many: '# отчётов', other: '# отчёта' })}, ${plural('ru', files, { one: '# файл', few: '# файла', many: '# файлов', other: '# файла' })}`,
  asTable: 'Как таблица',
  nothing: 'За последние 30 дней ничего не создано.',
  requests: 'Запросы программ',
  requestsText: 'Что программы запрашивают у публичного API с вашими токенами доступа. Работа в консоли не считается.',
  minute: 'В эту минуту',
  day: 'Сегодня',
};
