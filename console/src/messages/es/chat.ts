import type { Messages } from '../catalog.ts';

export const chat: Messages['chat'] = {
  title: 'Canales de chat',
  subtitle: 'Las programaciones publican sus informes en estos canales de Slack y Microsoft Teams.',
  add: 'Añadir canal',
  added: 'El canal está añadido. Envíe una prueba para ver si llegan los mensajes.',
  empty: {
    title: 'Aún no hay canales',
    text: 'Una programación puede publicar cada informe en un canal: su título, sus cifras clave y un enlace.',
  },
  system: 'Servicio de chat',
  name: 'Nombre',
  nameAdvice: 'Como usted lo llama, por ejemplo #marketing.',
  address: 'Dirección',
  addressAdvice: {
    slack:
      'En Slack, añada al canal una aplicación con un webhook entrante. Su dirección empieza por https://hooks.slack.com/services/.',
    teams:
      'En Teams, añada al canal el flujo de trabajo que publica al recibir una solicitud de webhook y copie su dirección.',
  },
  secret: 'Quien tenga esta dirección puede publicar en el canal. Se guarda cifrada y no vuelve a mostrarse.',
  ready: 'Listo',
  gone: 'Este canal ya no existe en el chat',
  test: 'Enviar una prueba',
  tested: 'El chat aceptó la prueba.',
  refused: 'El chat no aceptó la prueba:',
  removeTitle: (name: string) => `¿Quitar ${name}?`,
  removeText: 'Se quita de todas las programaciones. Lo que aún no se publicó se abandona.',
  field: 'Canales de chat',
  fieldAdvice: 'El título, las cifras clave y un enlace al informe. Todos los miembros del canal pueden abrirlo.',
};
