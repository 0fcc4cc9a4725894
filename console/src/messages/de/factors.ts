import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const factors: Messages['factors'] = {
  required: {
    account: (account) =>
      `${account} verlangt von allen einen zweiten Faktor. Richten Sie einen Passkey oder Einmalcodes ein, um weiterzumachen.`,
    administration:
      'Die Verwaltung verlangt einen zweiten Faktor. Richten Sie einen Passkey oder Einmalcodes ein, um weiterzumachen.',
  },
  lastFactor:
    'Eines Ihrer Konten verlangt einen zweiten Faktor. Richten Sie einen anderen ein, bevor Sie den letzten entfernen.',
  signInAgain: {
    expired: 'Melden Sie sich an, um fortzufahren',
    expiredText: 'Ihre Sitzung ist abgelaufen. Was Sie geschrieben haben, ist noch da.',
    confirm: 'Bestätigen Sie, dass Sie es sind',
    confirmText: 'Dafür ist Ihr Passwort nötig, da Ihre Anmeldung mehr als zehn Minuten zurückliegt.',
    noPassword: 'Sie haben noch kein Passwort. Wählen Sie eines in Ihrem Profil und versuchen Sie es dann noch einmal.',
    toProfile: 'Zu Ihrem Profil',
    wrong: 'Das Passwort ist falsch.',
    tooMany: 'Zu viele Versuche. Warten Sie eine Minute.',
    submit: 'Fortfahren',
    code: 'Code Ihrer App oder ein Wiederherstellungscode',
    passkey: 'Passkey benutzen',
    wrongCode: 'Das Passwort oder der Code ist falsch.',
    passkeyFailed: 'Es wurde kein Passkey benutzt. Versuchen Sie es noch einmal.',
    forgot: 'Passwort vergessen?',
  },
  passkeys: {
    title: 'Passkeys',
    text: 'Sie melden sich mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts an, ohne Passwort.',
    none: 'Sie haben noch keinen Passkey.',
    add: 'Passkey hinzufügen',
    name: 'Name des Passkeys',
    nameAdvice: 'Damit Sie ihn wiedererkennen.',
    synced: 'Synchronisiert',
    syncedText: 'In Ihrem Passwortmanager, auf allen Ihren Geräten.',
    created: 'Hinzugefügt',
    used: 'Zuletzt benutzt',
    never: 'Nie',
    renameNamed: (name) => `Umbenennen: ${name}`,
    removeNamed: (name) => `Entfernen: ${name}`,
    removeTitle: 'Passkey entfernen',
    removeText: (name) =>
      `Mit „${name}“ meldet sich hier niemand mehr an, und Ihre anderen Browser werden abgemeldet. Auf Ihrem Gerät entfernen Sie ihn selbst.`,
    removed: 'Der Passkey ist entfernt. Andere Browser sind abgemeldet.',
    added: 'Der Passkey ist da. Andere Browser sind abgemeldet.',
    ipAddress:
      'Passkeys brauchen einen Hostnamen, und dies ist eine IP-Adresse. Öffnen Sie den Dienst auf diesem Rechner unter localhost.',
    unsupported: 'Dieser Browser kennt keine Passkeys.',
    failed: 'Es wurde kein Passkey erstellt. Versuchen Sie es noch einmal.',
    known: 'Auf diesem Gerät haben Sie schon einen Passkey.',
  },
  codes: {
    title: 'Einmalcodes',
    text: 'Eine App auf Ihrem Telefon zeigt einen Code, den Sie nach Ihrem Passwort eingeben.',
    none: 'Sie haben keine App eingerichtet.',
    isOn: (day) => `Ihre App ist seit ${day} eingerichtet.`,
    setUp: 'App einrichten',
    replace: 'Andere App einrichten',
    remove: 'App entfernen',
    removeText:
      'Es wird kein Code mehr verlangt, und Ihre anderen Browser werden abgemeldet. Solange ein Konto einen zweiten Faktor verlangt, bleibt der letzte.',
    removed: 'Die App ist entfernt. Andere Browser sind abgemeldet.',
    confirmed: 'Die App ist eingerichtet. Andere Browser sind abgemeldet.',
    scan: 'Scannen Sie dieses Bild mit einer App für Einmalcodes, oder tippen Sie den Schlüssel ein.',
    picture: 'QR-Code mit dem Schlüssel',
    key: 'Schlüssel',
    code: 'Code, den die App zeigt',
    wrong: 'Das ist nicht der Code, den die App jetzt zeigt.',
  },
  recovery: {
    title: 'Wiederherstellungscodes',
    text: 'Jeder meldet Sie einmal an, wenn Ihre Passkeys und Ihre App verloren sind. Bewahren Sie sie dort auf, wo Sie sie ohne Ihr Telefon finden.',
    left: (count) => plural('de', count, { one: '# Code ist übrig.', other: '# Codes sind übrig.' }),
    none: 'Sie bekommen zehn davon mit Ihrem ersten Passkey oder Ihrer ersten App.',
    make: 'Neue Codes erstellen',
    makeText: 'Die Codes, die Sie haben, gelten dann nicht mehr.',
    yours: 'Ihre Wiederherstellungscodes',
    once: 'Sie werden nur dieses eine Mal gezeigt. Speichern oder drucken Sie sie jetzt.',
    withheld: 'Die Codes wurden schon gezeigt. Erstellen Sie neue.',
    kept: 'Ich habe sie gespeichert',
  },
};
