/** The words of the pages that guests see in place of a file which is not there yet. */
export interface DownloadTexts {
  readonly waiting: string;
  readonly waitingText: string;
  readonly failed: string;
  readonly failedText: string;
  readonly back: string;
}

const english: DownloadTexts = {
  waiting: 'The file is being made',
  waitingText: 'The download begins by itself.',
  failed: 'The file could not be made',
  failedText: 'Try again in a few minutes. If it still fails, tell whoever sent you the link.',
  back: 'Back to the report',
};

const texts: Readonly<Record<string, DownloadTexts>> = {
  en: english,
  ar: {
    waiting: 'يجري إعداد الملف',
    waitingText: 'سيبدأ التنزيل تلقائيًا.',
    failed: 'تعذّر إعداد الملف',
    failedText: 'أعد المحاولة بعد بضع دقائق. وإن تكرر الأمر فأخبر من أرسل إليك الرابط.',
    back: 'العودة إلى التقرير',
  },
  de: {
    waiting: 'Die Datei wird erstellt',
    waitingText: 'Der Download beginnt von selbst.',
    failed: 'Die Datei konnte nicht erstellt werden',
    failedText:
      'Versuchen Sie es in einigen Minuten noch einmal. Wenn es weiter nicht geht, sagen Sie es der Person, die Ihnen den Link geschickt hat.',
    back: 'Zurück zum Bericht',
  },
  es: {
    waiting: 'El archivo se está creando',
    waitingText: 'La descarga empezará sola.',
    failed: 'No se ha podido crear el archivo',
    failedText: 'Vuelva a intentarlo dentro de unos minutos. Si sigue fallando, avise a quien le envió el enlace.',
    back: 'Volver al informe',
  },
  fr: {
    waiting: 'Le fichier est en cours de création',
    waitingText: 'Le téléchargement commencera tout seul.',
    failed: 'Le fichier n’a pas pu être créé',
    failedText: 'Réessayez dans quelques minutes. Si l’échec persiste, prévenez la personne qui vous a envoyé le lien.',
    back: 'Retour au rapport',
  },
  ja: {
    waiting: 'ファイルを作成しています',
    waitingText: 'ダウンロードは自動的に始まります。',
    failed: 'ファイルを作成できませんでした',
    failedText: '数分後にもう一度お試しください。それでも作成できない場合は、リンクの送信者にお知らせください。',
    back: 'レポートに戻る',
  },
  pl: {
    waiting: 'Plik jest tworzony',
    waitingText: 'Pobieranie rozpocznie się samo.',
    failed: 'Nie udało się utworzyć pliku',
    failedText: 'Spróbuj ponownie za kilka minut. Jeśli nadal się nie uda, powiadom osobę, która wysłała Ci link.',
    back: 'Wróć do raportu',
  },
  pt: {
    waiting: 'O arquivo está sendo criado',
    waitingText: 'O download começa sozinho.',
    failed: 'Não foi possível criar o arquivo',
    failedText: 'Tente novamente em alguns minutos. Se continuar falhando, avise quem enviou o link.',
    back: 'Voltar ao relatório',
  },
  ru: {
    waiting: 'Файл создаётся',
    waitingText: 'Загрузка начнётся сама.',
    failed: 'Не удалось создать файл',
    failedText: 'Повторите попытку через несколько минут. Если это не поможет, сообщите тому, кто прислал вам ссылку.',
    back: 'Вернуться к отчёту',
  },
  uk: {
    waiting: 'Файл створюється',
    waitingText: 'Завантаження почнеться саме.',
    failed: 'Не вдалося створити файл',
    failedText: 'Спробуйте ще раз за кілька хвилин. Якщо це не допоможе, повідомте того, хто надіслав вам посилання.',
    back: 'Повернутися до звіту',
  },
};

/** The words in a language by its ISO 639 code; English for others. */
export function downloadTexts(language: string): DownloadTexts {
  return texts[language] ?? english;
}
