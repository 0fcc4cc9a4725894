import { plural } from '../plural.ts';

/** Varios proyectos a la vez, a partir de inicios de sesión o de un archivo. */
export const imports = {
  action: 'Varios proyectos',
  title: 'Crear varios proyectos',
  subtitle: 'A partir de lo que ven sus inicios de sesión, o de un archivo. Todo se comprueba antes de crear nada.',
  source: 'De dónde vienen',
  sources: {
    signIns: 'Inicios de sesión',
    signInsAdvice:
      'Lo que pertenece a un mismo cliente en varios sistemas se reúne, y usted marca lo que será un proyecto.',
    file: 'Un archivo CSV',
    fileAdvice: 'Una fila por proyecto.',
  },
  signIns: {
    label: 'Inicios de sesión',
    missing: 'Elija un inicio de sesión.',
    empty: 'Nadie ha iniciado sesión todavía',
    emptyText:
      'Conecte los datos de un proyecto iniciando sesión con el proveedor. Después podrá crear los demás desde aquí.',
    look: 'Mostrar lo que ven',
    silent: (system: string) => `${system} no se puede consultar ahora`,
    nothing: 'Estos inicios de sesión no ven nada.',
  },
  common: 'Todos reciben',
  template: 'Plantilla',
  noTemplate: 'Ninguna: el diseño automático',
  matches: {
    title: 'Proyectos propuestos',
    text: 'Solo está marcado lo que es seguro. Mire los demás antes de marcarlos: un proyecto con los datos de otro cliente mostraría cifras falsas.',
    name: 'Nombre del proyecto',
    sources: 'Datos',
    sure: 'Grado de seguridad',
    units: 'Moneda y zona horaria',
    make: (name: string) => `Crear ${name}`,
    all: 'Marcar todos',
    certain: 'Marcar los seguros',
    none: 'Desmarcar todos',
    rivals: (others: string) => `También encaja: ${others}`,
    missing: 'Marque al menos uno.',
  },
  certainty: { certain: 'Seguro', likely: 'Probable', unsure: 'Dudoso' },
  reasons: {
    same_domain: 'El mismo dominio',
    same_name: 'El mismo nombre',
    same_words: 'Las mismas palabras en los nombres',
    name_of_domain: 'El nombre es el del dominio',
    similar_name: 'Nombres parecidos',
    only_system: 'Está solo',
    alone: 'Nada más encaja',
    ambiguous: 'Varios encajan, así que no se añadió ninguno',
    covered: 'Es parte de un dominio que está aquí entero',
  },
  alike: (share: string) => `parecidos en un ${share}`,
  file: {
    columns:
      'El encabezado necesita «name». Puede tener client, time_zone, language, currency, template, connections y los huecos de la plantilla.',
    choose: 'Elegir un archivo',
    missing: 'Elija un archivo.',
    notText: 'No es un texto en UTF-8. Guárdelo como «CSV UTF-8».',
    tooLarge: 'Este archivo pesa más de 4 MB. Divídalo.',
  },
  check: 'Comprobar',
  result: {
    title: 'Lo que se encontró',
    ready: (count: number) =>
      plural('es', count, { one: 'Se puede crear # proyecto.', other: 'Se pueden crear # proyectos.' }),
    nothing: 'No hay nada que crear.',
    already: (count: number) =>
      plural('es', count, {
        one: '# proyecto ya existe y queda como está.',
        other: '# proyectos ya existen y quedan como están.',
      }),
    faults: 'Hay que corregir primero',
    warnings: 'Conviene mirar',
    row: 'Fila',
    all: 'Todas',
    column: 'Columna',
    what: 'Qué',
    make: (count: number) => plural('es', count, { one: 'Crear # proyecto', other: 'Crear # proyectos' }),
  },
};
