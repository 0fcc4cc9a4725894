/** The path that lies before those of the service, where a proxy removes one: empty, or such as `/reports`. */
export const base = document.querySelector<HTMLMetaElement>('meta[name=base]')?.content ?? '';

/** The address of a path of the service, such as `/docs`. */
export function pathOfService(path: string): string {
  return base + path;
}
