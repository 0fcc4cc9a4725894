import type { Plugin } from 'rolldown';

/** Parts of Node that are not taken as they are. */
export const lateBuiltin = /^(?:node:)?(?:http|https|http2)$/;
const late = /^\0late-(import|require):(\w+)$/;

/**
 * In a bundle these parts of Node are looked up when they are used. An import of `node:http` would read all that it
 * exports, and with it load Node's own client and WebSocket; and Fastify would load HTTP/2 and TLS for servers that
 * nobody asks for. Both together took 27 MiB of an idle process.
 */
export function lateBuiltins(): Plugin {
  return {
    name: 'late-builtins',
    resolveId: {
      filter: { id: lateBuiltin },
      handler(id, _importer, { kind }) {
        const name = id.replace('node:', '');
        if (kind !== 'require-call') return `\0late-import:${name}`;
        return name === 'http' ? { id: 'node:http', external: true } : `\0late-require:${name}`;
      },
    },
    load: {
      filter: { id: late },
      handler(id) {
        const [, kind, name] = late.exec(id) ?? [];
        const builtin = `process.getBuiltinModule('node:${name}')`;
        if (kind === 'require') return `module.exports = new Proxy({}, { get: (_, name) => ${builtin}[name] });`;
        const exported = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(`node:${name}`)));
        const names = exported.flatMap(([each, { get }]) => (get ? [] : each));
        return `const builtin = ${builtin};\nexport default builtin;\nexport const { ${names.join(', ')} } = builtin;`;
      },
    },
  };
}
