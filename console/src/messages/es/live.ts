import type { Messages } from '../catalog.ts';

export const live: Messages['live'] = {
  title: 'Siempre al día',
  none: 'Tras un enlace así, los clientes ven el diseño de este proyecto en el periodo que elijan, con cifras siempre al día.',
  addTitle: 'Nuevo enlace a una página siempre al día',
  changeTitle: 'Qué pueden elegir los lectores',
  periods: 'Periodos para elegir',
  needsPeriod: 'Elija al menos un periodo.',
  ownDays: 'Los lectores pueden elegir otros días',
  compare: 'Con qué pueden comparar',
  needsComparison: 'Elija al menos una opción.',
  keep: 'Antigüedad máxima de las cifras',
  origins: 'Sitios que pueden insertarla',
  originsAdvice: 'Una dirección por línea, por ejemplo https://www.example.com',
  keepReport: 'Guardar como informe',
  kept: 'El informe se está creando.',
  revokeText: 'Quien lo tenga deja de ver la página de inmediato. No se puede deshacer.',
};
