import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const home: Messages['home'] = {
  title: 'Головна',
  start: {
    title: 'Перші кроки',
    done: 'Зроблено',
    progress: (done, all) => `Зроблено: ${done} з ${all}`,
    project: {
      title: 'Створіть проєкт',
      text: 'Один для кожного клієнта чи сайту, про які ви звітуєте.',
      action: 'Новий проєкт',
    },
    connection: {
      title: 'Підключіть дані',
      text: 'Завантажте файл або підключіть те, чим користується клієнт.',
      action: 'Підключити дані',
    },
    report: {
      title: 'Створіть звіт',
      text: 'Виберіть період. Це триватиме кілька секунд.',
      action: 'Створити звіт',
    },
    delivery: {
      title: 'Надішліть його',
      text: 'Завантажте його, надішліть посилання або хай розклад надсилає його щомісяця.',
      action: 'Відкрити звіт',
    },
  },
  needs: {
    title: 'Потребує вас',
    reader: 'Відомі проблеми',
    calm: 'Сьогодні нічого не потребує вашої уваги',
    calmText: 'Усі підключення працюють, і жоден звіт не чекає.',
    reconnect: (name) => `Потрібно знову підключити ${name}`,
    missing: (name) => `Того, що читає ${name}, більше немає`,
    ending: (name, day) => `Дозвіл для ${name} закінчується ${day}`,
    waiting: (count) =>
      plural('uk', count, {
        one: 'на це чекає # звіт',
        few: 'на це чекають # звіти',
        many: 'на це чекають # звітів',
        other: 'на це чекає # звіту',
      }),
    blocked: 'Не вдалося створити звіт',
    times: (count) => plural('uk', count, { one: '# раз', few: '# рази', many: '# разів', other: '# разу' }),
    undelivered: (recipient) => `Лист до ${recipient} не надійшов`,
    unposted: (channel) => `Повідомлення до каналу чату ${channel} не надійшло`,
    approval: 'Звіт чекає на затвердження',
    look: 'Переглянути',
    webhookGone: (name: string) => `Вебхук ${name} вимкнено: його адреси більше немає`,
    webhookFailing: (name: string) => `Вебхук ${name} вимкнено після п’яти днів збоїв`,
    deletion: (d) => `Старі звіти видалятимуться від ${d}`,
    see: 'Переглянути розклади',
    check: 'Перевірити',
    reconnectAction: 'Підключити знову',
    signIn: 'Увійти знову',
    dismiss: 'Приховати',
    all: (count) =>
      plural('uk', count, {
        one: 'Показати ще #',
        few: 'Показати ще #',
        many: 'Показати ще #',
        other: 'Показати ще #',
      }),
  },
  alerts: {
    title: 'Відкриті тривоги',
    all: 'Усі тривоги',
    acknowledge: 'Я займаюся цим',
    acknowledged: 'Хтось цим займається',
    since: (day) => `З ${day}`,
  },
  next: {
    title: 'Наступні звіти',
    all: 'Усі розклади',
    empty: 'Нічого не заплановано. Розклад сам створює звіт і надсилає його.',
    recipients: (count) =>
      plural('uk', count, {
        one: '# отримувачу',
        few: '# отримувачам',
        many: '# отримувачам',
        other: '# отримувача',
      }),
    line: (cadence, recipients) => `${cadence}, ${recipients}`,
  },
  newest: {
    title: 'Найновіші звіти',
    empty: 'Тут будуть звіти, які ви створите.',
    reader: 'Щойно звіт буде створено, він з’явиться тут.',
  },
};
