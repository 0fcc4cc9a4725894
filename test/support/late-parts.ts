/**
 * Imported into a process by `--import`: at its end it tells on standard error which parts of Node it has loaded that take long,
 * and that most commands do without.
 */
const made: string[] = [];
for (const name of ['DisplayNames', 'Segmenter'] as const) {
  Object.defineProperty(Intl, name, {
    value: new Proxy(Intl[name], {
      construct(target, given, type) {
        made.push(name);
        return Reflect.construct(target, given, type);
      },
    }),
  });
}

process.once('exit', () => {
  const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
  if (moduleLoadList.some((name) => name.endsWith('deps/undici/undici'))) made.push('fetch');
  console.error(`late parts: ${made.join(' ') || 'none'}`);
});
