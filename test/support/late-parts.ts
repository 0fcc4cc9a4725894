/**
 * Imported into a process by `--import`: at its end it tells on standard error which parts of Node it has loaded that take long,
 * and that most commands do without.
 */
const loaded = new Set<string>();
Object.defineProperty(Intl, 'DisplayNames', {
  value: new Proxy(Intl.DisplayNames, {
    construct(target, given, type) {
      loaded.add('DisplayNames');
      return Reflect.construct(target, given, type);
    },
  }),
});

process.once('exit', () => {
  const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
  if (moduleLoadList.some((name) => name.endsWith('deps/undici/undici'))) loaded.add('fetch');
  console.error(`late parts: ${[...loaded].join(' ') || 'none'}`);
});
