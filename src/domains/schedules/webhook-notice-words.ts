import { isolated } from '../../reporting/documents/direction.ts';

type Sentence = (host: string, account: string) => string;

interface Words {
  subject(host: string): string;
  readonly gone: Sentence;
  readonly failing: Sentence;
  readonly back: string;
}

const english: Words = {
  subject: (host) => `Webhook switched off: ${host}`,
  gone: (host, account) =>
    `The webhook of ${account} at ${host} answered that it is gone (410), so nothing more is sent to it.`,
  failing: (host, account) =>
    `The webhook of ${account} at ${host} has taken no message for five days, so nothing more is sent to it.`,
  back: 'What happens meanwhile is kept for 30 days. Once the address works, switch the webhook on again here, and have what it missed sent:',
};

const catalogues: Readonly<Record<string, Words>> = {
  en: english,
  de: {
    subject: (host) => `Webhook ausgeschaltet: ${host}`,
    gone: (host, account) =>
      `Der Webhook von ${account} bei ${host} hat geantwortet, dass es ihn nicht mehr gibt (410). Deshalb wird nichts mehr an ihn gesendet.`,
    failing: (host, account) =>
      `Der Webhook von ${account} bei ${host} hat fünf Tage lang keine Nachricht angenommen. Deshalb wird nichts mehr an ihn gesendet.`,
    back: 'Was inzwischen geschieht, wird 30 Tage aufbewahrt. Sobald die Adresse funktioniert, können Sie den Webhook hier wieder einschalten und nachsenden lassen, was er verpasst hat:',
  },
  fr: {
    subject: (host) => `Webhook désactivé : ${host}`,
    gone: (host, account) =>
      `Le webhook de ${account} à l’adresse ${host} a répondu qu’il n’existe plus (410) ; plus rien ne lui est envoyé.`,
    failing: (host, account) =>
      `Le webhook de ${account} à l’adresse ${host} n’a accepté aucun message depuis cinq jours ; plus rien ne lui est envoyé.`,
    back: 'Ce qui se passe entre-temps est conservé 30 jours. Dès que l’adresse fonctionne, réactivez le webhook ici et faites envoyer ce qu’il a manqué :',
  },
  es: {
    subject: (host) => `Webhook desactivado: ${host}`,
    gone: (host, account) =>
      `El webhook de ${account} en ${host} respondió que ya no existe (410), así que no se le envía nada más.`,
    failing: (host, account) =>
      `El webhook de ${account} en ${host} no ha aceptado ningún mensaje en cinco días, así que no se le envía nada más.`,
    back: 'Lo que ocurra entretanto se guarda 30 días. Cuando la dirección funcione, vuelva a activar el webhook aquí y haga que se envíe lo que no recibió:',
  },
  pt: {
    subject: (host) => `Webhook desativado: ${host}`,
    gone: (host, account) =>
      `O webhook de ${account} em ${host} respondeu que não existe mais (410); por isso nada mais é enviado a ele.`,
    failing: (host, account) =>
      `O webhook de ${account} em ${host} não aceitou nenhuma mensagem durante cinco dias; por isso nada mais é enviado a ele.`,
    back: 'O que acontecer enquanto isso fica guardado por 30 dias. Quando o endereço funcionar, ative o webhook de novo aqui e peça o envio do que ele perdeu:',
  },
  pl: {
    subject: (host) => `Webhook wyłączony: ${host}`,
    gone: (host, account) =>
      `Webhook konta ${account} pod adresem ${host} odpowiedział, że już nie istnieje (410), więc nic więcej nie jest do niego wysyłane.`,
    failing: (host, account) =>
      `Webhook konta ${account} pod adresem ${host} od pięciu dni nie przyjął żadnej wiadomości, więc nic więcej nie jest do niego wysyłane.`,
    back: 'To, co dzieje się w tym czasie, jest przechowywane przez 30 dni. Gdy adres będzie działać, można tutaj ponownie włączyć webhook i wysłać to, co go ominęło:',
  },
  ru: {
    subject: (host) => `Вебхук выключен: ${host}`,
    gone: (host, account) =>
      `Вебхук аккаунта ${account} по адресу ${host} ответил, что его больше нет (410), поэтому ему больше ничего не отправляется.`,
    failing: (host, account) =>
      `Вебхук аккаунта ${account} по адресу ${host} пять дней не принимал ни одного сообщения, поэтому ему больше ничего не отправляется.`,
    back: 'Всё, что происходит в это время, хранится 30 дней. Когда адрес заработает, здесь можно снова включить вебхук и отправить ему пропущенное:',
  },
  uk: {
    subject: (host) => `Вебхук вимкнено: ${host}`,
    gone: (host, account) =>
      `Вебхук облікового запису ${account} за адресою ${host} відповів, що його більше немає (410), тому йому більше нічого не надсилається.`,
    failing: (host, account) =>
      `Вебхук облікового запису ${account} за адресою ${host} п’ять днів не приймав жодного повідомлення, тому йому більше нічого не надсилається.`,
    back: 'Усе, що відбувається тим часом, зберігається 30 днів. Коли адреса запрацює, тут можна знову ввімкнути вебхук і надіслати йому пропущене:',
  },
  ar: {
    subject: (host) => `أُوقف الويب هوك: ${host}`,
    gone: (host, account) =>
      `أجاب الويب هوك الخاص بـ ${account} على ${host} بأنه لم يعد موجودًا (410)، لذلك لن يُرسل إليه شيء بعد الآن.`,
    failing: (host, account) =>
      `لم يقبل الويب هوك الخاص بـ ${account} على ${host} أي رسالة منذ خمسة أيام، لذلك لن يُرسل إليه شيء بعد الآن.`,
    back: 'ما يحدث في هذه الأثناء يُحفظ 30 يومًا. عندما يعمل العنوان يمكنك تشغيل الويب هوك من جديد هنا وإرسال ما فاته:',
  },
  ja: {
    subject: (host) => `Webhook が停止されました: ${host}`,
    gone: (host, account) =>
      `${account} の Webhook(${host})から、もう存在しない(410)との応答があったため、以後は何も送信されません。`,
    failing: (host, account) =>
      `${account} の Webhook(${host})が 5 日間メッセージを一件も受け付けなかったため、以後は何も送信されません。`,
    back: '停止中の出来事は 30 日間保存されます。アドレスが復旧したら、こちらで Webhook を再び有効にし、届かなかった分を送信できます:',
  },
};

/** The languages that there are words in. */
export const webhookNoticeLanguages = Object.keys(catalogues);

/** What tells an admin that a webhook was switched off, and the way back; in English for a language that there is not. */
export function webhookOffMail(facts: {
  readonly language: string;
  readonly account: string;
  readonly host: string;
  readonly reason: 'gone' | 'failing';
  /** Of the webhooks in the console. */
  readonly address: string;
}): { subject: string; text: string } {
  const words = catalogues[facts.language] ?? english;
  const direction = facts.language === 'ar' ? 'rtl' : 'ltr';
  const account = isolated(facts.account.replace(/[\s\p{Cc}]+/gu, ' ').trim(), direction);
  const why = words[facts.reason](facts.host, account);
  return { subject: words.subject(facts.host), text: `${[why, words.back, facts.address].join('\n\n')}\n` };
}
