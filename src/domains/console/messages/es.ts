import type { Texts } from './en.ts';

export const spanish: Texts = {
  email: 'Correo electrónico',
  password: 'Contraseña',
  name: 'Su nombre',
  signIn: {
    title: 'Iniciar sesión',
    forgotten: '¿Olvidó su contraseña?',
    wrong: 'El correo electrónico o la contraseña no son correctos.',
    tooMany: 'Ha habido demasiados intentos. Espere un minuto y vuelva a intentarlo.',
  },
  reset: {
    title: '¿Olvidó su contraseña?',
    ask: 'Escriba la dirección con la que inicia sesión. Recibirá un enlace para elegir una contraseña nueva.',
    send: 'Enviar el enlace',
    sentTitle: 'Mire su buzón',
    sent: 'Si alguien inicia sesión aquí con esta dirección, un enlace va en camino. Sirve durante una hora.',
    noMail: 'Este servicio no envía correos. Quien lo administra puede darle un enlace.',
    chooseTitle: 'Elija una contraseña',
    next: 'Contraseña nueva',
    set: 'Guardar la contraseña',
    setTitle: 'Su contraseña está guardada',
    ended: 'Todas sus sesiones han terminado. Inicie sesión con la contraseña nueva.',
  },
  rules: {
    advice: '12 caracteres o más, los que quiera. Van bien unas palabras que no tengan relación entre sí.',
    too_short: 'Una contraseña tiene al menos 12 caracteres.',
    too_long: 'Una contraseña tiene como máximo 200 caracteres.',
    common: 'Esta contraseña es de las primeras que otros prueban. Elija otra.',
    like_email: 'La contraseña no puede ser su correo electrónico.',
    name: 'Escriba su nombre, 200 caracteres como máximo.',
    email: 'Un correo electrónico tiene la forma ann@example.com.',
  },
  invitation: {
    title: (account) => `Unirse a ${account}`,
    role: (role) => `Tiene una invitación con el rol «${role}».`,
    known: 'Si ya inicia sesión aquí, escriba su contraseña. Si no, elija una nueva.',
    accept: 'Aceptar la invitación',
    wrong: 'Esta no es la contraseña de esta dirección. Si la olvidó, ponga una nueva y vuelva a abrir este enlace.',
    full: 'El plan de esta cuenta no admite más miembros. Avise a quien le invitó.',
  },
  roles: { viewer: 'Lector', editor: 'Editor', admin: 'Administrador', owner: 'Propietario' },
  building: {
    title: 'La consola se está preparando',
    text: 'Tarda unos segundos. La página se abrirá sola.',
  },
  unbuilt: {
    title: 'La consola no está construida',
    text: 'A esta copia del servicio le faltan las páginas de su consola; la API funciona igualmente. En su carpeta, ejecute «npm ci && npm run build:console» y vuelva a cargar esta página.',
  },
  setup: {
    title: 'Configurar Report Service',
    intro: 'Usted es la primera persona aquí. Así se convierte en operador y recibe una cuenta para trabajar.',
    account: 'Nombre de su agencia',
    accountName: 'Mi agencia',
    begin: 'Empezar',
  },
  faults: {
    title: 'La página no se puede mostrar',
    soon: 'Vuelva a intentarlo en un momento.',
    later: 'Vuelva a intentarlo más tarde.',
    tooMany: 'Ha habido demasiadas solicitudes. Espere un minuto y vuelva a intentarlo.',
    request: 'Vuelva atrás e inténtelo otra vez.',
    linkTitle: 'Este enlace no lleva a ninguna parte',
    link: 'Quizá esté mal copiado, ya se haya usado o haya caducado. Pida uno nuevo.',
    foreignTitle: 'Esto no vino de aquí',
    foreign:
      'Otra página envió este formulario, así que no se hizo nada. Abra la página de este servicio y rellénelo allí.',
    plainTitle: 'Esta conexión no está cifrada',
    plain:
      'Nadie inicia sesión por http simple desde otra máquina. Abra la dirección del servicio que empieza por https.',
  },
  mails: {
    invitation: (account) => `Invitación a ${account}`,
    invitationText: (account) =>
      `Tiene una invitación para trabajar en ${account}. Este enlace lleva allí; sirve una vez, en las próximas 48 horas:`,
    reset: 'Su contraseña nueva',
    resetText: 'Con este enlace elige una contraseña nueva. Sirve una vez, en la próxima hora:',
    first: 'Su acceso',
    firstText: 'Con este enlace elige su contraseña. Sirve una vez, en las próximas 48 horas:',
    unexpected: 'Si no lo esperaba, no tiene que hacer nada.',
  },
};
