import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const home: Messages['home'] = {
  title: 'Start',
  start: {
    title: 'Erste Schritte',
    done: 'Erledigt',
    progress: (done, all) => `${done} von ${all} erledigt`,
    project: {
      title: 'Projekt anlegen',
      text: 'Eines für jeden Kunden oder jede Website, über die Sie berichten.',
      action: 'Neues Projekt',
    },
    connection: {
      title: 'Daten verbinden',
      text: 'Laden Sie eine Datei hoch, oder verbinden Sie, was Ihr Kunde nutzt.',
      action: 'Daten verbinden',
    },
    report: {
      title: 'Bericht erstellen',
      text: 'Wählen Sie einen Zeitraum. Es dauert ein paar Sekunden.',
      action: 'Bericht erstellen',
    },
    delivery: {
      title: 'Verschicken',
      text: 'Laden Sie ihn herunter, senden Sie einen Link, oder lassen Sie ihn jeden Monat nach Zeitplan verschicken.',
      action: 'Bericht öffnen',
    },
  },
  needs: {
    title: 'Zu erledigen',
    reader: 'Bekannte Probleme',
    calm: 'Heute ist nichts zu erledigen',
    calmText: 'Alle Verbindungen funktionieren, und kein Bericht wartet.',
    reconnect: (name) => `${name} muss neu verbunden werden`,
    missing: (name) => `Was ${name} liest, ist nicht mehr da`,
    ending: (name, day) => `Die Anmeldung von ${name} endet am ${day}`,
    waiting: (count) => plural('de', count, { one: '# Bericht wartet darauf', other: '# Berichte warten darauf' }),
    blocked: 'Ein Bericht konnte nicht erstellt werden',
    times: (count) => plural('de', count, { one: '#-mal', other: '#-mal' }),
    undelivered: (recipient) => `Eine E-Mail an ${recipient} kam nicht an`,
    unposted: (channel) => `Eine Nachricht an den Chat-Kanal ${channel} kam nicht an`,
    approval: 'Ein Bericht wartet auf Freigabe',
    look: 'Ansehen',
    webhookGone: (name: string) => `Der Webhook ${name} ist aus: Seine Adresse gibt es nicht mehr`,
    webhookFailing: (name: string) => `Der Webhook ${name} ist aus, weil er fünf Tage lang gescheitert ist`,
    see: 'Zeitpläne ansehen',
    check: 'Prüfen',
    reconnectAction: 'Neu verbinden',
    signIn: 'Neu anmelden',
    dismiss: 'Ausblenden',
    all: (count) => plural('de', count, { one: '# weiteres anzeigen', other: '# weitere anzeigen' }),
  },
  alerts: {
    title: 'Offene Alarme',
    all: 'Alle Alarme',
    acknowledge: 'Ich kümmere mich',
    acknowledged: 'Jemand kümmert sich',
    since: (day) => `Seit ${day}`,
  },
  next: {
    title: 'Nächste Berichte',
    all: 'Alle Zeitpläne',
    empty: 'Es ist nichts geplant. Ein Zeitplan erstellt einen Bericht von selbst und verschickt ihn.',
    recipients: (count) => plural('de', count, { one: 'an # Empfänger', other: 'an # Empfänger' }),
    line: (cadence, recipients) => `${cadence}, ${recipients}`,
  },
  newest: {
    title: 'Neueste Berichte',
    empty: 'Hier stehen die Berichte, die Sie erstellen.',
    reader: 'Sobald ein Bericht erstellt ist, steht er hier.',
  },
};
