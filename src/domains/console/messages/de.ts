import type { Texts } from './en.ts';

export const german: Texts = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  name: 'Ihr Name',
  signIn: {
    title: 'Anmelden',
    forgotten: 'Passwort vergessen?',
    wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
    tooMany: 'Das waren zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  },
  reset: {
    title: 'Passwort vergessen?',
    ask: 'Geben Sie die Adresse ein, mit der Sie sich anmelden. Sie erhalten einen Link, über den Sie ein neues Passwort wählen.',
    send: 'Link senden',
    sentTitle: 'Sehen Sie in Ihr Postfach',
    sent: 'Wenn sich hier jemand mit dieser Adresse anmeldet, ist ein Link unterwegs. Er gilt eine Stunde.',
    noMail: 'Dieser Dienst versendet keine E-Mails. Der Betreiber kann Ihnen einen Link geben.',
    chooseTitle: 'Passwort wählen',
    next: 'Neues Passwort',
    set: 'Passwort setzen',
    setTitle: 'Ihr Passwort ist gesetzt',
    ended: 'Alle Ihre Sitzungen sind beendet. Melden Sie sich mit dem neuen Passwort an.',
  },
  rules: {
    advice: '12 oder mehr beliebige Zeichen. Gut sind einige Wörter, die nicht zusammengehören.',
    too_short: 'Ein Passwort hat mindestens 12 Zeichen.',
    too_long: 'Ein Passwort hat höchstens 200 Zeichen.',
    common: 'Dieses Passwort probieren andere zuerst. Wählen Sie ein anderes.',
    like_email: 'Das Passwort darf nicht Ihre E-Mail-Adresse sein.',
    name: 'Geben Sie Ihren Namen ein, höchstens 200 Zeichen.',
    email: 'Eine E-Mail-Adresse sieht aus wie ann@example.com.',
  },
  invitation: {
    title: (account) => `${account} beitreten`,
    role: (role) => `Sie sind in der Rolle „${role}“ eingeladen.`,
    known: 'Wenn Sie sich hier schon anmelden, geben Sie Ihr Passwort ein. Sonst wählen Sie ein neues.',
    accept: 'Einladung annehmen',
    wrong:
      'Dieses Passwort gehört nicht zu dieser Adresse. Wenn Sie es vergessen haben, setzen Sie ein neues und öffnen Sie dann diesen Link noch einmal.',
    full: 'Der Tarif dieses Kontos erlaubt keine weiteren Mitglieder. Sagen Sie es der Person, die Sie eingeladen hat.',
  },
  roles: { viewer: 'Leser', editor: 'Bearbeiter', admin: 'Administrator', owner: 'Inhaber' },
  building: {
    title: 'Die Konsole wird vorbereitet',
    text: 'Das dauert einige Sekunden. Die Seite öffnet sich von selbst.',
  },
  unbuilt: {
    title: 'Die Konsole ist nicht gebaut',
    text: 'Dieser Kopie des Dienstes fehlen die Seiten der Konsole; die API arbeitet trotzdem. Führen Sie in ihrem Ordner „npm ci && npm run build:console“ aus und laden Sie diese Seite dann neu.',
  },
  setup: {
    title: 'Report Service einrichten',
    intro: 'Sie sind hier die erste Person. Damit werden Sie Betreiber und bekommen ein Konto zum Arbeiten.',
    account: 'Name Ihrer Agentur',
    accountName: 'Meine Agentur',
    begin: 'Anfangen',
  },
  faults: {
    title: 'Die Seite kann nicht angezeigt werden',
    soon: 'Versuchen Sie es gleich noch einmal.',
    later: 'Versuchen Sie es später noch einmal.',
    tooMany: 'Das waren zu viele Anfragen. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    request: 'Gehen Sie zurück und versuchen Sie es noch einmal.',
    linkTitle: 'Dieser Link führt nirgendwohin',
    link: 'Er ist vielleicht falsch abgeschrieben, schon benutzt oder abgelaufen. Bitten Sie um einen neuen.',
    foreignTitle: 'Das kam nicht von hier',
    foreign:
      'Eine andere Seite hat dieses Formular geschickt, deshalb ist nichts geschehen. Öffnen Sie die Seite dieses Dienstes und füllen Sie es dort aus.',
    plainTitle: 'Diese Verbindung ist nicht verschlüsselt',
    plain:
      'Über einfaches http meldet sich nur jemand an dieser Maschine an. Öffnen Sie die Adresse des Dienstes, die mit https beginnt.',
  },
  mails: {
    invitation: (account) => `Einladung zu ${account}`,
    invitationText: (account) =>
      `Sie sind eingeladen, in ${account} mitzuarbeiten. Dieser Link führt dorthin; er gilt einmal, innerhalb von 48 Stunden:`,
    reset: 'Ihr neues Passwort',
    resetText: 'Über diesen Link wählen Sie ein neues Passwort. Er gilt einmal, innerhalb einer Stunde:',
    first: 'Ihre Anmeldung',
    firstText: 'Über diesen Link wählen Sie Ihr Passwort. Er gilt einmal, innerhalb von 48 Stunden:',
    unexpected: 'Wenn Sie das nicht erwartet haben, ist nichts zu tun.',
  },
};
