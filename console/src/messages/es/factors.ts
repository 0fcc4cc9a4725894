import type { Messages } from '../catalog.ts';
import { plural } from '../plural.ts';

export const factors: Messages['factors'] = {
  required: {
    account: (account) =>
      `${account} exige un segundo factor a todas las personas. Configure una llave de acceso o códigos de un solo uso para continuar.`,
    administration:
      'La administración exige un segundo factor. Configure una llave de acceso o códigos de un solo uso para continuar.',
  },
  lastFactor: 'Una de sus cuentas exige un segundo factor. Configure otro antes de quitar el último.',
  passkeys: {
    title: 'Llaves de acceso',
    text: 'Inicia sesión con su huella, su rostro o el PIN de su dispositivo, sin contraseña.',
    none: 'Aún no tiene ninguna llave de acceso.',
    add: 'Añadir una llave de acceso',
    name: 'Nombre de la llave de acceso',
    nameAdvice: 'Para que la reconozca.',
    synced: 'Sincronizada',
    syncedText: 'Guardada en su gestor de contraseñas, en todos sus dispositivos.',
    created: 'Añadida',
    used: 'Último uso',
    never: 'Nunca',
    renameNamed: (name) => `Cambiar nombre: ${name}`,
    removeNamed: (name) => `Quitar: ${name}`,
    removeTitle: 'Quitar la llave de acceso',
    removeText: (name) =>
      `Nadie más iniciará sesión aquí con «${name}» y sus otros navegadores se cerrarán. En su dispositivo la quita usted.`,
    removed: 'La llave de acceso se ha quitado. Las sesiones de otros navegadores se han cerrado.',
    added: 'La llave de acceso está lista. Las sesiones de otros navegadores se han cerrado.',
    ipAddress:
      'Las llaves de acceso necesitan un nombre de host y esto es una dirección IP. En este equipo, abra el servicio en localhost.',
    unsupported: 'Este navegador no admite llaves de acceso.',
    failed: 'No se ha creado ninguna llave de acceso. Inténtelo de nuevo.',
    known: 'Este dispositivo ya tiene una llave de acceso suya.',
  },
  codes: {
    title: 'Códigos de un solo uso',
    text: 'Una aplicación de su teléfono muestra un código que usted introduce después de la contraseña.',
    none: 'No ha configurado ninguna aplicación.',
    isOn: (day) => `Su aplicación está configurada desde el ${day}.`,
    setUp: 'Configurar una aplicación',
    replace: 'Configurar otra aplicación',
    remove: 'Quitar la aplicación',
    removeText:
      'Ya no se pedirá ningún código y sus otros navegadores se cerrarán. Mientras una cuenta exija un segundo factor, el último se queda.',
    removed: 'La aplicación se ha quitado. Las sesiones de otros navegadores se han cerrado.',
    confirmed: 'La aplicación está configurada. Las sesiones de otros navegadores se han cerrado.',
    scan: 'Escanee esta imagen con una aplicación de códigos de un solo uso o escriba la clave.',
    picture: 'Código QR con la clave',
    key: 'Clave',
    code: 'Código que muestra la aplicación',
    wrong: 'Este no es el código que la aplicación muestra ahora.',
  },
  recovery: {
    title: 'Códigos de recuperación',
    text: 'Cada uno le permite iniciar sesión una vez si pierde sus llaves de acceso y su aplicación. Guárdelos donde los encuentre sin su teléfono.',
    left: (count) => plural('es', count, { one: 'Queda # código.', other: 'Quedan # códigos.' }),
    none: 'Recibe diez con su primera llave de acceso o aplicación.',
    make: 'Crear códigos nuevos',
    makeText: 'Los códigos que tiene dejarán de funcionar.',
    yours: 'Sus códigos de recuperación',
    once: 'Solo se muestran esta vez. Guárdelos o imprímalos ahora.',
    withheld: 'Los códigos ya se mostraron. Cree otros nuevos.',
    kept: 'Los he guardado',
  },
};
