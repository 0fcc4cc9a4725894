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
  save: 'Guardar la seguridad',
};
