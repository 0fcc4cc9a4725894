import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const home: Messages['home'] = {
  title: 'Главная',
  start: {
    title: 'Первые шаги',
    done: 'Сделано',
    progress: (done, all) => `Сделано: ${done} из ${all}`,
    project: {
      title: 'Создайте проект',
      text: 'Один для каждого клиента или сайта, о которых вы отчитываетесь.',
      action: 'Новый проект',
    },
    connection: {
      title: 'Подключите данные',
      text: 'Загрузите файл или подключите то, чем пользуется клиент.',
      action: 'Подключить данные',
    },
    report: {
      title: 'Создайте отчёт',
      text: 'Выберите период. Это займёт несколько секунд.',
      action: 'Создать отчёт',
    },
    delivery: {
      title: 'Отправьте его',
      text: 'Скачайте его, отправьте ссылку, или пусть расписание отправляет его каждый месяц.',
      action: 'Открыть отчёт',
    },
  },
  needs: {
    title: 'Требует вас',
    reader: 'Известные проблемы',
    calm: 'Сегодня ничто не требует вашего внимания',
    calmText: 'Все подключения работают, и ни один отчёт не ждёт.',
    reconnect: (name) => `Нужно снова подключить ${name}`,
    missing: (name) => `Того, что читает ${name}, больше нет`,
    ending: (name, day) => `Разрешение для ${name} заканчивается ${day}`,
    waiting: (count) =>
      plural('ru', count, {
        one: 'этого ждёт # отчёт',
        few: 'этого ждут # отчёта',
        many: 'этого ждут # отчётов',
        other: 'этого ждёт # отчёта',
      }),
    blocked: 'Не удалось создать отчёт',
    times: (count) => plural('ru', count, { one: '# раз', few: '# раза', many: '# раз', other: '# раза' }),
    undelivered: (recipient) => `Письмо на ${recipient} не дошло`,
    unposted: (channel) => `Сообщение в канал чата ${channel} не дошло`,
    approval: 'Отчёт ждёт утверждения',
    look: 'Посмотреть',
    webhookGone: (name: string) => `Вебхук ${name} выключен: его адреса больше нет`,
    webhookFailing: (name: string) => `Вебхук ${name} выключен после пяти дней сбоев`,
    deletion: (d) => `Старые отчёты будут удаляться с ${d}`,
    see: 'Посмотреть расписания',
    check: 'Проверить',
    reconnectAction: 'Подключить снова',
    signIn: 'Войти снова',
    dismiss: 'Скрыть',
    all: (count) =>
      plural('ru', count, {
        one: 'Показать ещё #',
        few: 'Показать ещё #',
        many: 'Показать ещё #',
        other: 'Показать ещё #',
      }),
  },
  alerts: {
    title: 'Открытые тревоги',
    all: 'Все тревоги',
    acknowledge: 'Я занимаюсь этим',
    acknowledged: 'Кто-то этим занимается',
    since: (day) => `С ${day}`,
  },
  next: {
    title: 'Следующие отчёты',
    all: 'Все расписания',
    empty: 'Ничего не запланировано. Расписание само создаёт отчёт и отправляет его.',
    recipients: (count) =>
      plural('ru', count, {
        one: '# получателю',
        few: '# получателям',
        many: '# получателям',
        other: '# получателя',
      }),
    line: (cadence, recipients) => `${cadence}, ${recipients}`,
  },
  newest: {
    title: 'Новые отчёты',
    empty: 'Здесь будут отчёты, которые вы создадите.',
    reader: 'Как только отчёт будет создан, он появится здесь.',
  },
};
