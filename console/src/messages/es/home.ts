import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const home: Messages['home'] = {
  title: 'Inicio',
  start: {
    title: 'Primeros pasos',
    done: 'Hecho',
    progress: (done, all) => `${done} de ${all} hechos`,
    project: {
      title: 'Crear un proyecto',
      text: 'Uno por cada cliente o sitio web del que informa.',
      action: 'Nuevo proyecto',
    },
    connection: {
      title: 'Conectar datos',
      text: 'Suba un archivo, o conecte lo que usa su cliente.',
      action: 'Conectar datos',
    },
    report: {
      title: 'Crear un informe',
      text: 'Elija un periodo. Tarda unos segundos.',
      action: 'Crear un informe',
    },
    delivery: {
      title: 'Enviarlo',
      text: 'Descárguelo, envíe un enlace, o deje que una programación lo envíe cada mes.',
      action: 'Abrir el informe',
    },
  },
  needs: {
    title: 'Requiere su atención',
    reader: 'Problemas conocidos',
    calm: 'Hoy nada requiere su atención',
    calmText: 'Todas las conexiones funcionan, y ningún informe espera.',
    reconnect: (name) => `Hay que volver a conectar ${name}`,
    missing: (name) => `Lo que lee ${name} ya no está`,
    ending: (name, day) => `La autorización de ${name} termina el ${day}`,
    waiting: (count) => plural('es', count, { one: '# informe espera por ello', other: '# informes esperan por ello' }),
    blocked: 'No se pudo crear un informe',
    times: (count) => plural('es', count, { one: '# vez', other: '# veces' }),
    undelivered: (recipient) => `Un correo a ${recipient} no llegó`,
    unposted: (channel) => `Un mensaje al canal de chat ${channel} no llegó`,
    approval: 'Un informe espera aprobación',
    look: 'Verlo',
    webhookGone: (name: string) => `El webhook ${name} se desactivó: su dirección ya no existe`,
    webhookFailing: (name: string) => `El webhook ${name} se desactivó tras fallar cinco días`,
    see: 'Ver programaciones',
    check: 'Comprobar',
    reconnectAction: 'Volver a conectar',
    signIn: 'Volver a autorizar',
    dismiss: 'Ocultar',
    all: (count) => plural('es', count, { one: 'Mostrar # más', other: 'Mostrar # más' }),
  },
  alerts: {
    title: 'Alertas abiertas',
    all: 'Todas las alertas',
    acknowledge: 'Me ocupo yo',
    acknowledged: 'Alguien se ocupa',
    since: (day) => `Desde el ${day}`,
  },
  next: {
    title: 'Próximos informes',
    all: 'Todas las programaciones',
    empty: 'No hay nada programado. Una programación crea un informe por sí sola y lo envía.',
    recipients: (count) => plural('es', count, { one: 'a # destinatario', other: 'a # destinatarios' }),
    line: (cadence, recipients) => `${cadence}, ${recipients}`,
  },
  newest: {
    title: 'Informes más recientes',
    empty: 'Aquí están los informes que cree.',
    reader: 'En cuanto se cree un informe, estará aquí.',
  },
};
