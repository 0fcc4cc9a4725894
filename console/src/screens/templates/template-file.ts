import { call, type Data, type Input } from '../../api/client.ts';
import { saveText } from '../../api/download.ts';

const format = 'report-service-template-1';
const mostBytes = 4 * 1024 * 1024;
const ofStored = /"(sha256:[0-9a-f]{64})"/g;

type Template = Pick<Data<'getTemplate'>, 'name' | 'description' | 'slots' | 'settings'>;
type Fields = Input<'createTemplate'>['body'];

/** The fields of a template in a file; else a word of `messages.templates.from` that says why there are none. */
export async function readTemplateFile(file: File): Promise<Fields | 'fileBad' | 'fileNewer'> {
  if (file.size > mostBytes) return 'fileBad';
  try {
    const { format: named, ...fields } = JSON.parse(await file.text()) as Fields & { readonly format?: unknown };
    if (named === format) return fields;
    return typeof named === 'string' && /^report-service-template-\d+$/.test(named) ? 'fileNewer' : 'fileBad';
  } catch {
    return 'fileBad';
  }
}

/**
 * Has the browser save a template as a file that other accounts and installations read, with its pictures in it. Throws
 * what `call` throws.
 */
export async function saveTemplateFile({ name, description, slots, settings }: Template): Promise<void> {
  const text = JSON.stringify({ format, name, description, slots, settings }, null, 2);
  const stored = [...new Set(Array.from(text.matchAll(ofStored), ([, picture = '']) => picture))];
  const uris = new Map<string, string>();
  for (const picture of stored) uris.set(picture, (await call('getPicture', { picture })).data.data_uri);
  const whole = text.replace(ofStored, (_, picture: string) => JSON.stringify(uris.get(picture)));
  saveText(`${whole}\n`, `${nameOfFile(name)}.json`);
}

/** A name without what file systems refuse. */
function nameOfFile(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'template';
}
