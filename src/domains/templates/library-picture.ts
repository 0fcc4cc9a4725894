import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missing } from '../../platform/faults.ts';
import { library } from './library.ts';

/** `npm run pictures` makes them. */
const folder = fileURLToPath(new URL('./pictures', import.meta.url));

/** A page of a report by a template that comes with the service, as a data URI. Throws `not_found`. */
export async function readLibraryPicture(id: string): Promise<string> {
  if (library.every((template) => template.id !== id)) throw missing('template of the library', id);
  return `data:image/jpeg;base64,${await readFile(join(folder, `${id}.jpg`), 'base64')}`;
}
