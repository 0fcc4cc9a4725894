import type { Messages } from '../catalog.ts';

export const security: Messages['security'] = {
  title: 'Seguridad',
  about: 'Lo que la cuenta exige a quienes trabajan en ella. A los tokens no se les exige nada de esto.',
  networks: 'Redes desde las que se puede entrar',
  networksAdvice: 'Por ejemplo 203.0.113.0/24. Sin ninguna, se entra desde cualquier lugar.',
  chosenNetworks: 'Redes',
  noNetwork: (text) => `«${text}» no es una red`,
  rules: {
    network: 'Una red se escribe como 203.0.113.0/24 o 2001:db8::/32, sin bits más allá de su longitud.',
    own_address: 'Ninguna de estas redes contiene la dirección desde la que se conecta. Usted quedaría fuera.',
  },
  idle: 'Cerrar la sesión tras este tiempo sin uso',
  longest: 'Cerrar la sesión tras este tiempo en todo caso',
  standard: (time) => `Lo habitual: ${time}`,
  secondFactor: 'Todos necesitan un segundo factor',
  secondFactorAdvice:
    'A quien aún no tenga uno se le guía para configurarlo: una clave de acceso o códigos de un solo uso.',
  kept: {
    title: 'Conservación de informes',
    label: 'Conservar los informes',
    forever: 'Para siempre',
    advice:
      'Los más antiguos se eliminan definitivamente, con archivos, comentarios y enlaces terminados. Un plazo más corto rige después de siete días.',
    due: (at, r, j) => `El ${at} se eliminarían: informes ${r}, trabajos ${j}.`,
    stays: (n) => `Bastante antiguos pero conservados (enlaces, retenciones, trabajo en curso): ${n}`,
    next: (t, d) => `${t} a partir del ${d}`,
    first: (d) => `Los primeros se eliminan como pronto el ${d}.`,
    back: 'Deshacer el cambio',
    save: 'Guardar',
    hold: 'Retención legal',
    holdAdvice: 'Mientras dura, nada se elimina por su edad.',
    reason: 'Motivo',
    set: 'Poner retención legal',
    end: 'Levantar',
    rules: { minimum: 'El plan conserva los informes al menos más tiempo.' },
  },
  save: 'Guardar la seguridad',
};
