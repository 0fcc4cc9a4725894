import type { LaterMessages } from '../catalog.ts';

/** People and groups that come from the directory of a company. */
export const directory: LaterMessages['directory'] = {
  title: 'Directorio (SCIM)',
  subtitle: 'Las personas y los grupos vienen del directorio de su empresa, como Microsoft Entra ID u Okta.',
  guide: 'Cómo configurarlo',
  address: 'Dirección',
  called: 'Última llamada del directorio:',
  neverCalled: 'Todavía no ha llamado ningún directorio.',
  people: 'Personas',
  tokensEmpty: 'Cree un token e indíquelo al directorio junto con la dirección.',
  makeToken: 'Crear token',
  nameAdvice: 'Para qué directorio es, por ejemplo «Entra».',
  revokeText: 'El directorio ya no puede cambiar nada con él. Las personas y los grupos quedan como están.',
  groups: 'Grupos',
  groupsText:
    'Cada grupo puede dar una función a sus personas. Entre varios grupos cuenta la función más alta, y ninguno convierte en propietario.',
  groupsEmpty: 'El directorio aún no ha enviado grupos.',
  group: 'Grupo',
  noRole: 'Sin función',
  choose: 'Elegir función',
  chooseTitle: (name: string) => `¿Qué puede hacer «${name}»?`,
  noneAdvice: 'Sus personas tienen lo que dan sus otros grupos, o la función habitual.',
  signsOut: 'Quien recibe otra función se desconecta y vuelve a iniciar sesión.',
  groupDone: (name: string) => `Se ha cambiado lo que puede hacer «${name}».`,
  usual: 'La función habitual',
  usualText: 'Vale para las personas del directorio que no están en ningún grupo con función.',
  change: 'Cambiar',
  sendsMail: 'Las personas nuevas reciben un correo con un enlace para elegir una contraseña',
  sendsMailAdvice: 'No hace falta donde todos usan el inicio de sesión único.',
  usualDone: 'Se ha cambiado la función habitual.',
  badge: 'Del directorio',
  givenBy: (groups: string) =>
    `El directorio da esta función, por ${groups}. Cámbiela allí o cambie lo que da el grupo.`,
};
