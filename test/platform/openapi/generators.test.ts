import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { removeFolder } from '../../support/folders.ts';
import { foreignTools, lackOfForeignTools } from '../../support/foreign-tools.ts';
import { test } from '../../support/suite.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
const source = `${root}openapi.json`;

/** The part of the document that shows the codes: an error response has an example of each. */
interface Documented {
  readonly paths: Record<string, Record<string, { operationId: string; responses: Record<string, { $ref?: string }> }>>;
  readonly components: {
    readonly responses: Record<string, { readonly content: Record<string, { readonly examples: object }> }>;
  };
}

interface Generator {
  readonly name: string;
  readonly bin: string;
  /** Makes a client that uses fetch, in the folder `api` of the current one. */
  readonly args: readonly string[];
  readonly imports: string;
  /**
   * The generated type of an operation's error answer, or of all of them if the generator does not distinguish
   * statuses.
   */
  readonly errorType: (operationId: string, status: string) => string;
  readonly tellsStatuses: boolean;
}

const capitalized = (name: string) => name.replace(/^./, (letter) => letter.toUpperCase());

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    bin: 'openapi-typescript',
    args: [source, '--output', 'api/api.ts'],
    imports: "import type { operations } from './api/api';",
    errorType: (id, status) => `operations['${id}']['responses'][${status}]['content']['application/json']`,
    tellsStatuses: true,
  },
  {
    name: '@hey-api/openapi-ts',
    bin: 'openapi-ts',
    args: ['--input', source, '--output', 'api', '--client', '@hey-api/client-fetch', '--no-log-file'],
    imports: "import type * as api from './api';",
    errorType: (id, status) => `api.${capitalized(id)}Errors[${status}]`,
    tellsStatuses: true,
  },
  {
    name: 'orval',
    bin: 'orval',
    args: ['--input', source, '--output', 'api/api.ts', '--client', 'fetch', '--fail-on-warnings'],
    imports: "import type * as api from './api/api';",
    errorType: (id, status) => `api.${id}Response${status}['data']`,
    tellsStatuses: true,
  },
  {
    name: 'swagger-typescript-api',
    bin: 'swagger-typescript-api',
    args: ['generate', '--path', source, '--output', 'api', '--name', 'api.ts'],
    imports: "import type { Api } from './api/api';",
    errorType: (id) => `Exclude<Awaited<ReturnType<Api<unknown>['api']['${id}']>>['error'], void>`,
    tellsStatuses: false,
  },
];

const strict = {
  compilerOptions: {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
  },
};

/**
 * Code that compiles only while the error answers have all fields of an error, and just the codes of their statuses.
 */
function uses({ imports, errorType, tellsStatuses }: Generator, { paths, components }: Documented): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const lines = operations.flatMap(({ operationId, responses }) => {
    const answers = Object.entries(responses).flatMap(([status, { $ref }]) => {
      const response = components.responses[$ref?.split('/').at(-1) ?? ''];
      return response ? [[status, Object.keys(response.content['application/json']?.examples ?? {})] as const] : [];
    });
    const told = tellsStatuses ? answers : [['Any', answers.flatMap(([, codes]) => codes)] as const];
    return told.map(([status, codes]) => {
      const expected = codes.map((code) => `'${code}'`).join(' | ');
      return `export const ${operationId}${status}: Same<Code<${errorType(operationId, status)}>, ${expected}> = true;`;
    });
  });
  return [
    imports,
    'type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;',
    'type Code<E extends { ok: false; error: { code: string; message: string } }> = E["error"]["code"];',
    ...lines,
  ].join('\n');
}

describe('a generator makes a client that compiles strictly and knows the codes of each error', {
  skip: lackOfForeignTools(),
  concurrency: 2,
}, () => {
  let folder: string;
  let document: Documented;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'report-service-generators-'));
    document = JSON.parse(await readFile(source, 'utf8'));
  });
  after(() => removeFolder(folder));

  for (const generator of generators) {
    test(generator.name, async () => {
      const cwd = mkdtempSync(join(folder, 'client-'));
      const limits = { cwd, timeout: 120_000 };
      await run(process.execPath, [`${foreignTools}node_modules/.bin/${generator.bin}`, ...generator.args], limits);
      for await (const file of glob(join(cwd, 'api/**/*.ts'))) {
        const code = await readFile(file, 'utf8');
        await writeFile(file, code.replace('// @ts-nocheck', ''));
      }
      await writeFile(join(cwd, 'uses.ts'), uses(generator, document));
      await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify(strict));
      const compiling = run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '--pretty', 'false'], limits);
      await compiling.catch(({ stdout, message }) => assert.fail(stdout || message));
    });
  }
});
