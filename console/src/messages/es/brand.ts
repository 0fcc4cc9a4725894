import type { Messages } from '../catalog.ts';

export const brand: Messages['brand'] = {
  title: 'Marca',
  about: 'Qué aspecto tienen sus informes y de quién son. Un proyecto puede tener valores propios.',
  save: 'Guardar marca',
  unsaved: 'Sin guardar',
  discard: 'Descartar cambios',
  remove: 'Eliminar marca',
  removeText:
    'Nombre, logotipo, colores y textos desaparecen de los próximos informes. Los ya hechos conservan los suyos.',
  removed: 'La marca se ha eliminado.',
  unfinished: 'Esto es lo que había empezado.',
  conflict: 'Otra persona ha cambiado la marca mientras tanto.',
  takeTheirs: 'Mostrar la suya',
  keepMine: 'Guardar la mía de todos modos',
  preview: 'Así se ve una portada',
  previewNote: 'La fuente en sí se ve en los informes.',
  sample: { title: 'Informe mensual', client: 'Su cliente', visits: 'Visitas' },
  preparedBy: (name) => `Preparado por ${name}`,
};
