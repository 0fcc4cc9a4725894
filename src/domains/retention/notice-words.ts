import { isolated } from '../../reporting/documents/direction.ts';

interface Words {
  subject(date: string): string;
  /** `kept` is a length of time, such as "12 months". */
  told(account: string, kept: string, date: string): string;
  readonly gone: string;
  readonly choice: string;
}

const english: Words = {
  subject: (date) => `Old reports will be deleted from ${date}`,
  told: (account, kept, date) =>
    `${account} keeps reports for ${kept}. From ${date} on, what is older is deleted for good.`,
  gone: 'With each report go its files, comments, guest links that have ended, and the record of its e-mails. What a guest link still shows, and what is on legal hold, stays.',
  choice: 'Here you see what would be deleted, and until then you can keep it for longer:',
};

const catalogues: Readonly<Record<string, Words>> = {
  en: english,
  de: {
    subject: (date) => `Alte Berichte werden ab dem ${date} gelöscht`,
    told: (account, kept, date) =>
      `${account} bewahrt Berichte ${kept} lang auf. Ab dem ${date} wird endgültig gelöscht, was älter ist.`,
    gone: 'Mit jedem Bericht gehen seine Dateien, Kommentare, beendeten Gastlinks und die Aufzeichnung seiner E-Mails. Was ein Gastlink noch zeigt und was rechtlich gesperrt ist, bleibt.',
    choice: 'Hier sehen Sie, was gelöscht würde, und bis dahin können Sie es länger aufbewahren:',
  },
  fr: {
    subject: (date) => `Les anciens rapports seront supprimés à partir du ${date}`,
    told: (account, kept, date) =>
      `${account} conserve les rapports ${kept}. À partir du ${date}, ce qui est plus ancien est supprimé définitivement.`,
    gone: 'Avec chaque rapport partent ses fichiers, ses commentaires, ses liens d’invité terminés et la trace de ses e-mails. Ce qu’un lien d’invité montre encore et ce qui est sous conservation légale reste.',
    choice: 'Voyez ici ce qui serait supprimé ; d’ici là, vous pouvez le conserver plus longtemps :',
  },
  es: {
    subject: (date) => `Los informes antiguos se eliminarán a partir del ${date}`,
    told: (account, kept, date) =>
      `${account} conserva los informes ${kept}. A partir del ${date}, lo que sea más antiguo se elimina definitivamente.`,
    gone: 'Con cada informe se van sus archivos, comentarios, enlaces de invitado terminados y el registro de sus correos. Lo que un enlace de invitado aún muestra y lo que está bajo retención legal se queda.',
    choice: 'Aquí ve lo que se eliminaría; hasta entonces puede conservarlo más tiempo:',
  },
  pt: {
    subject: (date) => `Relatórios antigos serão excluídos a partir de ${date}`,
    told: (account, kept, date) =>
      `${account} guarda os relatórios por ${kept}. A partir de ${date}, o que for mais antigo é excluído definitivamente.`,
    gone: 'Com cada relatório vão seus arquivos, comentários, links de convidado encerrados e o registro de seus e-mails. O que um link de convidado ainda mostra e o que está sob retenção legal permanece.',
    choice: 'Veja aqui o que seria excluído; até lá você pode guardá-lo por mais tempo:',
  },
  pl: {
    subject: (date) => `Stare raporty będą usuwane od ${date}`,
    told: (account, kept, date) =>
      `${account} przechowuje raporty przez ${kept}. Od ${date} to, co starsze, jest usuwane bezpowrotnie.`,
    gone: 'Z każdym raportem znikają jego pliki, komentarze, zakończone linki dla gości i zapis jego e-maili. To, co link dla gości nadal pokazuje, i to, co jest objęte blokadą prawną, zostaje.',
    choice: 'Tutaj widać, co zostałoby usunięte; do tego czasu można przechowywać to dłużej:',
  },
  uk: {
    subject: (date) => `Старі звіти видалятимуться від ${date}`,
    told: (account, kept, date) =>
      `${account} зберігає звіти ${kept}. Від ${date} те, що старше, видаляється остаточно.`,
    gone: 'Разом зі звітом зникають його файли, коментарі, завершені гостьові посилання та запис про його листи. Те, що гостьове посилання ще показує, і те, що під юридичним збереженням, залишається.',
    choice: 'Тут видно, що було б видалено; до того часу це можна зберігати довше:',
  },
  ru: {
    subject: (date) => `Старые отчёты будут удаляться с ${date}`,
    told: (account, kept, date) =>
      `${account} хранит отчёты ${kept}. С ${date} то, что старше, удаляется безвозвратно.`,
    gone: 'Вместе с отчётом исчезают его файлы, комментарии, завершённые гостевые ссылки и запись о его письмах. То, что гостевая ссылка ещё показывает, и то, что под юридическим сохранением, остаётся.',
    choice: 'Здесь видно, что было бы удалено; до этого времени это можно хранить дольше:',
  },
  ar: {
    subject: (date) => `ستُحذف التقارير القديمة ابتداءً من ${date}`,
    told: (account, kept, date) =>
      `يحتفظ ${account} بالتقارير لمدة ${kept}. ابتداءً من ${date} يُحذف نهائيًا ما هو أقدم من ذلك.`,
    gone: 'مع كل تقرير تُحذف ملفاته وتعليقاته وروابط الضيوف المنتهية وسجل رسائله. ويبقى ما لا يزال رابط ضيف يعرضه وما هو تحت الحجز القانوني.',
    choice: 'هنا ترى ما سيُحذف، ويمكنك حتى ذلك الحين الاحتفاظ به مدة أطول:',
  },
  ja: {
    subject: (date) => `${date}から古いレポートが削除されます`,
    told: (account, kept, date) =>
      `${account} はレポートを${kept}保存します。${date}から、それより古いものは完全に削除されます。`,
    gone: '各レポートとともに、そのファイル、コメント、終了したゲストリンク、メールの記録も削除されます。ゲストリンクがまだ表示しているものと、法的保留中のものは残ります。',
    choice: '削除されるものはこちらで確認でき、それまではより長く保存するように変更できます:',
  },
};

/** The languages that there are words in. */
export const retentionNoticeLanguages = Object.keys(catalogues);

/** What tells an admin that reports will be deleted, and where to see which; in English for a language that there is not. */
export function retentionMail(facts: {
  readonly language: string;
  readonly account: string;
  readonly keepMonths: number;
  /** RFC 3339; the day is that in UTC. */
  readonly beginsAt: string;
  /** Of the screen of the console. */
  readonly address: string;
}): { subject: string; text: string } {
  const language = Object.hasOwn(catalogues, facts.language) ? facts.language : 'en';
  const words = catalogues[language] ?? english;
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(facts.beginsAt),
  );
  const unit = { style: 'unit', unit: 'month', unitDisplay: 'long' } as const;
  const kept = new Intl.NumberFormat(language, unit).format(facts.keepMonths);
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const account = isolated(facts.account.replace(/[\s\p{Cc}]+/gu, ' ').trim(), direction);
  const told = words.told(account, kept, date);
  return { subject: words.subject(date), text: `${[told, words.gone, words.choice, facts.address].join('\n\n')}\n` };
}
