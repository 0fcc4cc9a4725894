import { formatPeriod } from '../../reporting/documents/format.ts';
import type { Period } from '../../reporting/documents/model.ts';

interface Words {
  subject(report: string): string;
  readonly waits: string;
  readonly stillWaits: string;
  readonly look: string;
}

const english: Words = {
  subject: (report) => `To be released: ${report}`,
  waits: 'This report is made and waits for your approval. Nobody gets it before it is released.',
  stillWaits: 'This report still waits for your approval. Nobody gets it before it is released.',
  look: 'Look at it, comment on it, and release or reject it here:',
};

const catalogues: Readonly<Record<string, Words>> = {
  en: english,
  de: {
    subject: (report) => `Zur Freigabe: ${report}`,
    waits: 'Dieser Bericht ist fertig und wartet auf Ihre Freigabe. Vorher bekommt ihn niemand.',
    stillWaits: 'Dieser Bericht wartet noch auf Ihre Freigabe. Vorher bekommt ihn niemand.',
    look: 'Hier können Sie ihn ansehen, kommentieren und freigeben oder ablehnen:',
  },
  fr: {
    subject: (report) => `À valider : ${report}`,
    waits: 'Ce rapport est prêt et attend votre validation. Personne ne le reçoit avant.',
    stillWaits: 'Ce rapport attend toujours votre validation. Personne ne le reçoit avant.',
    look: 'Consultez-le, commentez-le, validez-le ou refusez-le ici :',
  },
  es: {
    subject: (report) => `Para aprobar: ${report}`,
    waits: 'Este informe está listo y espera su aprobación. Nadie lo recibe antes.',
    stillWaits: 'Este informe sigue esperando su aprobación. Nadie lo recibe antes.',
    look: 'Véalo, coméntelo y apruébelo o rechácelo aquí:',
  },
  pt: {
    subject: (report) => `Para aprovar: ${report}`,
    waits: 'Este relatório está pronto e aguarda sua aprovação. Ninguém o recebe antes disso.',
    stillWaits: 'Este relatório ainda aguarda sua aprovação. Ninguém o recebe antes disso.',
    look: 'Veja, comente e aprove ou rejeite aqui:',
  },
  pl: {
    subject: (report) => `Do zatwierdzenia: ${report}`,
    waits: 'Ten raport jest gotowy i czeka na Twoje zatwierdzenie. Wcześniej nikt go nie dostanie.',
    stillWaits: 'Ten raport nadal czeka na Twoje zatwierdzenie. Wcześniej nikt go nie dostanie.',
    look: 'Tutaj można go obejrzeć, skomentować i zatwierdzić lub odrzucić:',
  },
  ru: {
    subject: (report) => `На утверждение: ${report}`,
    waits: 'Этот отчёт готов и ждёт вашего утверждения. До этого его никто не получит.',
    stillWaits: 'Этот отчёт всё ещё ждёт вашего утверждения. До этого его никто не получит.',
    look: 'Посмотреть, прокомментировать, утвердить или отклонить его можно здесь:',
  },
  uk: {
    subject: (report) => `На затвердження: ${report}`,
    waits: 'Цей звіт готовий і чекає на ваше затвердження. До того його ніхто не отримає.',
    stillWaits: 'Цей звіт досі чекає на ваше затвердження. До того його ніхто не отримає.',
    look: 'Переглянути, прокоментувати, затвердити або відхилити його можна тут:',
  },
  ar: {
    subject: (report) => `بانتظار الموافقة: ${report}`,
    waits: 'هذا التقرير جاهز وينتظر موافقتك. لن يصل إلى أحد قبل ذلك.',
    stillWaits: 'ما زال هذا التقرير ينتظر موافقتك. لن يصل إلى أحد قبل ذلك.',
    look: 'يمكنك الاطلاع عليه والتعليق عليه والموافقة عليه أو رفضه هنا:',
  },
  ja: {
    subject: (report) => `承認待ち: ${report}`,
    waits: 'このレポートは作成済みで、承認を待っています。承認されるまで誰にも送られません。',
    stillWaits: 'このレポートはまだ承認を待っています。承認されるまで誰にも送られません。',
    look: '内容の確認、コメント、承認または却下はこちらから:',
  },
};

/** What tells somebody that a report waits for them, in the language of the report. */
export function approvalMail(facts: {
  readonly locale: string;
  readonly title: string;
  readonly period: Period;
  /** Of the report in the console. */
  readonly address: string;
  readonly isReminder: boolean;
}): { subject: string; text: string } {
  const words = catalogues[facts.locale.split('-')[0] ?? ''] ?? english;
  const subject = words.subject(`${facts.title} · ${formatPeriod(facts.period, facts.locale)}`);
  const state = facts.isReminder ? words.stillWaits : words.waits;
  return { subject, text: `${[subject, state, words.look, facts.address].join('\n\n')}\n` };
}
