/** The name of a parameter of a query as written, such as `page=1`. */
export function nameOfParam(part: string): string {
  const [name = ''] = part.split('=', 1);
  return new URLSearchParams(name).keys().next().value ?? '';
}
