import type { Texts } from './en.ts';

export const spanish: Texts = {
  connect: (vendor: string) => `Conectar ${vendor}`,
  asked: (vendor: string) =>
    `Se le pide que inicie sesión en ${vendor} para que los informes puedan leer sus cifras. Con ello no se puede cambiar nada.`,
  account: 'Para',
  project: 'Proyecto',
  connection: 'Conexión',
  system: 'Lee',
  warning: 'Continúe solo si sabe de quién se trata y espera esta petición.',
  consequence: (host: string) =>
    `Quien la envió verá las cifras de la cuenta con la que inicie sesión. Puede retirarlo en cualquier momento en ${host}.`,
  goOn: (vendor: string) => `Continuar a ${vendor}`,
  onTo: (vendor: string) => `Hacia ${vendor}`,
  granted: (vendor: string) => `${vendor} está conectado`,
  grantedText: (project: string, connection: string) =>
    `Los informes de ${project} ya pueden leer lo que ${connection} representa. Puede cerrar esta página.`,
  nothing: 'No se ha conectado nada',
  denied: 'Usted no lo permitió. Si al final quiere hacerlo:',
  incomplete: 'No se permitió todo lo que los informes necesitan. Todas las casillas deben quedar marcadas.',
  refused: (vendor: string) =>
    `${vendor} rechazó la petición. El operador revisa allí su cliente y su dirección de redirección.`,
  noClient: (vendor: string) => `Este servicio ya no está registrado en ${vendor}. Su operador puede cambiarlo.`,
  connectionRemoved: 'La conexión se quitó entretanto.',
  failed: (vendor: string) => `${vendor} no completó el inicio de sesión.`,
  again: 'Pida un enlace nuevo a quien se lo envió.',
  unknown: 'Este enlace no lleva a ninguna parte',
  unknownText: 'Puede estar mal escrito o haber terminado.',
  expired: 'Este enlace ha caducado',
  expiredText: 'Se puede responder durante media hora.',
  used: 'Este enlace ya se respondió',
  usedText: 'Si acaba de leer que todo está conectado, no hay nada más que hacer. Si no:',
  otherBrowser: 'Esto se empezó en otro navegador',
  otherBrowserText:
    'No se ha conectado nada. Abra el enlace que recibió en este navegador, con las cookies permitidas, y continúe desde ahí.',
  cannotGoOn: 'La página no puede continuar',
  noCookieText: 'Su navegador no guardó la cookie. Permita las cookies de este sitio y abra el enlace otra vez.',
  fault: 'La página no se puede mostrar',
  busyText: 'Inténtelo otra vez en un momento.',
  tooManyText: 'Hubo demasiadas peticiones. Espere un minuto e inténtelo otra vez.',
  openText: 'Abra el enlace tal como se lo enviaron.',
  laterText: 'Inténtelo más tarde.',
};
