/** The words of the page by which people take themselves off a list. */
export interface UnsubscribeTexts {
  readonly title: string;
  /** Who sends, and to which address. */
  readonly ask: (account: string, address: string) => string;
  readonly confirm: string;
  readonly doneTitle: string;
  readonly done: (account: string, address: string) => string;
  readonly unknownTitle: string;
  readonly unknown: string;
}

const english: UnsubscribeTexts = {
  title: 'No more e-mails?',
  ask: (account, address) => `${account} sends reports to ${address}.`,
  confirm: 'Unsubscribe',
  doneTitle: 'You are unsubscribed',
  done: (account, address) => `${account} sends no more reports to ${address}.`,
  unknownTitle: 'This link leads nowhere',
  unknown: 'It may be incomplete. Open it again from the e-mail, or answer whoever sent it.',
};

export const unsubscribeTexts: Readonly<Record<string, UnsubscribeTexts>> = {
  en: english,
  ar: {
    title: 'إيقاف رسائل البريد؟',
    ask: (account, address) => `يرسل ${account} تقارير إلى ${address}.`,
    confirm: 'إلغاء الاشتراك',
    doneTitle: 'أُلغي اشتراكك',
    done: (account, address) => `لن يرسل ${account} تقارير إلى ${address} بعد الآن.`,
    unknownTitle: 'هذا الرابط لا يؤدي إلى شيء',
    unknown: 'قد يكون الرابط غير مكتمل. افتحه من الرسالة مرة أخرى، أو راسل من أرسلها.',
  },
  de: {
    title: 'Keine E-Mails mehr?',
    ask: (account, address) => `${account} schickt Berichte an ${address}.`,
    confirm: 'Abbestellen',
    doneTitle: 'Sie haben die E-Mails abbestellt',
    done: (account, address) => `${account} schickt keine Berichte mehr an ${address}.`,
    unknownTitle: 'Dieser Link führt nirgendwohin',
    unknown:
      'Er ist vielleicht unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail, oder antworten Sie dem Absender.',
  },
  es: {
    title: '¿No quiere más correos?',
    ask: (account, address) => `${account} envía informes a ${address}.`,
    confirm: 'Cancelar la suscripción',
    doneTitle: 'Suscripción cancelada',
    done: (account, address) => `${account} ya no enviará informes a ${address}.`,
    unknownTitle: 'Este enlace no lleva a ninguna parte',
    unknown: 'Puede que esté incompleto. Ábralo de nuevo desde el correo o responda a quien lo envió.',
  },
  fr: {
    title: 'Ne plus recevoir d’e-mails ?',
    ask: (account, address) => `${account} envoie des rapports à ${address}.`,
    confirm: 'Se désabonner',
    doneTitle: 'Vous êtes désabonné',
    done: (account, address) => `${account} n’enverra plus de rapports à ${address}.`,
    unknownTitle: 'Ce lien ne mène nulle part',
    unknown: 'Il est peut-être incomplet. Ouvrez-le de nouveau depuis l’e-mail, ou répondez à son expéditeur.',
  },
  ja: {
    title: 'メールの配信を停止しますか？',
    ask: (account, address) => `${account} は ${address} にレポートを送信しています。`,
    confirm: '配信を停止する',
    doneTitle: '配信を停止しました',
    done: (account, address) => `${account} から ${address} へのレポートの送信は停止されました。`,
    unknownTitle: 'このリンクは無効です',
    unknown: 'リンクが不完全な可能性があります。メールからもう一度開くか、送信者にご連絡ください。',
  },
  pl: {
    title: 'Nie chcesz więcej wiadomości?',
    ask: (account, address) => `${account} wysyła raporty na adres ${address}.`,
    confirm: 'Zrezygnuj z otrzymywania',
    doneTitle: 'Zrezygnowano z otrzymywania',
    done: (account, address) => `${account} nie wyśle więcej raportów na adres ${address}.`,
    unknownTitle: 'Ten link donikąd nie prowadzi',
    unknown: 'Może być niepełny. Otwórz go jeszcze raz z wiadomości albo odpisz nadawcy.',
  },
  pt: {
    title: 'Não quer mais e-mails?',
    ask: (account, address) => `${account} envia relatórios para ${address}.`,
    confirm: 'Cancelar a subscrição',
    doneTitle: 'Subscrição cancelada',
    done: (account, address) => `${account} não enviará mais relatórios para ${address}.`,
    unknownTitle: 'Este link não leva a lado nenhum',
    unknown: 'Pode estar incompleto. Abra-o de novo a partir do e-mail ou responda a quem o enviou.',
  },
  ru: {
    title: 'Больше не получать письма?',
    ask: (account, address) => `${account} отправляет отчёты на адрес ${address}.`,
    confirm: 'Отписаться',
    doneTitle: 'Вы отписались',
    done: (account, address) => `${account} больше не будет отправлять отчёты на адрес ${address}.`,
    unknownTitle: 'Эта ссылка никуда не ведёт',
    unknown: 'Возможно, она неполная. Откройте её ещё раз из письма или ответьте отправителю.',
  },
  uk: {
    title: 'Більше не отримувати листи?',
    ask: (account, address) => `${account} надсилає звіти на адресу ${address}.`,
    confirm: 'Відписатися',
    doneTitle: 'Ви відписалися',
    done: (account, address) => `${account} більше не надсилатиме звіти на адресу ${address}.`,
    unknownTitle: 'Це посилання нікуди не веде',
    unknown: 'Можливо, воно неповне. Відкрийте його ще раз із листа або дайте відповідь відправникові.',
  },
};
