import type { Texts } from './en.ts';

export const german: Texts = {
  connect: (vendor: string) => `${vendor} verbinden`,
  asked: (vendor: string) =>
    `Sie werden gebeten, sich bei ${vendor} anzumelden, damit Berichte Ihre Zahlen lesen können. Geändert werden kann damit nichts.`,
  account: 'Für',
  project: 'Projekt',
  connection: 'Verbindung',
  system: 'Liest',
  warning: 'Gehen Sie nur weiter, wenn Sie wissen, wer gemeint ist, und diese Bitte erwarten.',
  consequence: (host: string) =>
    `Wer sie geschickt hat, sieht die Zahlen des Kontos, mit dem Sie sich anmelden. Sie können das jederzeit unter ${host} widerrufen.`,
  goOn: (vendor: string) => `Weiter zu ${vendor}`,
  onTo: (vendor: string) => `Weiter zu ${vendor}`,
  granted: (vendor: string) => `${vendor} ist verbunden`,
  grantedText: (project: string, connection: string) =>
    `Berichte von ${project} können jetzt lesen, wofür ${connection} steht. Sie können diese Seite schließen.`,
  nothing: 'Es wurde nichts verbunden',
  denied: 'Sie haben es nicht erlaubt. Falls Sie es doch möchten:',
  incomplete: 'Nicht alles wurde erlaubt, was die Berichte brauchen. Jedes Kästchen muss angekreuzt bleiben.',
  refused: (vendor: string) =>
    `${vendor} hat die Anfrage abgelehnt. Der Betreiber sieht sich dort seinen Client und dessen Weiterleitungsadresse an.`,
  noClient: (vendor: string) =>
    `Dieser Dienst ist bei ${vendor} nicht mehr registriert. Sein Betreiber kann das ändern.`,
  connectionRemoved: 'Die Verbindung wurde inzwischen entfernt.',
  failed: (vendor: string) => `${vendor} hat die Anmeldung nicht abgeschlossen.`,
  again: 'Bitten Sie, wer Ihnen den Link geschickt hat, um einen neuen.',
  unknown: 'Dieser Link führt nirgendwohin',
  unknownText: 'Er ist vielleicht falsch geschrieben oder abgelaufen.',
  expired: 'Dieser Link ist abgelaufen',
  expiredText: 'Er gilt eine halbe Stunde.',
  used: 'Dieser Link wurde schon beantwortet',
  usedText: 'Wenn Sie gerade gelesen haben, dass alles verbunden ist, ist nichts mehr zu tun. Sonst:',
  otherBrowser: 'Das wurde in einem anderen Browser begonnen',
  otherBrowserText:
    'Es wurde nichts verbunden. Öffnen Sie den Link, den Sie bekommen haben, in diesem Browser mit erlaubten Cookies und gehen Sie von dort weiter.',
  cannotGoOn: 'Die Seite kann nicht weitergehen',
  noCookieText:
    'Ihr Browser hat das Cookie nicht behalten. Erlauben Sie Cookies für diese Seite und öffnen Sie den Link noch einmal.',
  fault: 'Die Seite kann nicht gezeigt werden',
  busyText: 'Versuchen Sie es gleich noch einmal.',
  tooManyText: 'Es waren zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  openText: 'Öffnen Sie den Link so, wie er Ihnen geschickt wurde.',
  laterText: 'Versuchen Sie es später noch einmal.',
};
