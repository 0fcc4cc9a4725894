import type { Command } from 'commander';
import { OperatorError } from '../platform/errors.ts';
import type { Description, Resource } from '../reporting/connectors/contract.ts';
import { readGiven } from './connection-files.ts';
import type { CommandContext } from './context.ts';
import { inFlags } from './fault-sentences.ts';
import { print, type Row } from './output.ts';

interface ResourcesFlags {
  system?: string;
  config?: string;
  secret?: string;
  grant?: string;
  json?: boolean;
}

/** `connections systems`, `resources` and `catalog`: what there is to connect. */
export function connectionSystemCommands(connections: Command, context: CommandContext): void {
  connections
    .command('systems')
    .description('list what can be connected; with --json the schemas of configuration and secret')
    .option('--json', 'print JSON')
    .action(async (flags: { json?: boolean }) => {
      const { listConnectors } = await import('../reporting/connectors/registry.ts');
      const systems = listConnectors().map(({ system, config, secret }) => ({ system, config, secret }));
      print(flags.json ? (systems as unknown as Row[]) : systems.map(toLine), Boolean(flags.json));
    });

  connections
    .command('resources')
    .description('list what a credential can see, such as sites, accounts or tables')
    .argument('[id]', 'a connection; without it --system')
    .option('--system <system>', 'the kind of source')
    .option('--config <file>', 'a JSON file, or - for standard input')
    .option('--secret <file>', 'a JSON file with the credentials, or - for standard input')
    .option('--grant <id>', 'the sign-in of a connection, in place of --secret')
    .option('--json', 'print JSON')
    .action((id: string | undefined, flags: ResourcesFlags) =>
      context.withInstallation(async (installation) => {
        const { listResources, listResourcesOf } = await loadSystems();
        if (id !== undefined) {
          if (flags.system) throw new OperatorError('Give a connection or --system, not both.');
          return printResources(await listResourcesOf(installation.db, installation, id), Boolean(flags.json));
        }
        if (!flags.system) throw new OperatorError('Give a connection, or --system with --secret or --grant.');
        const { config = null, secret = null } = await readGiven(flags);
        const { system, grant: grantId } = flags;
        const found = await listResources(installation.db, installation, { system, config, secret, grantId });
        printResources(found, Boolean(flags.json));
      }),
    );

  connections
    .command('catalog')
    .description('list the metrics and dimensions that a connection can ask for')
    .argument('<id>', 'the connection')
    .option('--locale <locale>', "the language of labels, such as de; by default the project's")
    .option('--json', 'print JSON')
    .action((id: string, flags: { locale?: string; json?: boolean }) =>
      context.withInstallation(async (installation) => {
        const { readCatalog } = await loadSystems();
        const catalog = await inFlags({ locale: '--locale' }, () =>
          readCatalog(installation.db, installation, id, flags.locale),
        );
        print(flags.json ? (catalog as unknown as Row) : catalogLines(catalog), Boolean(flags.json));
      }),
    );
}

/** They load their engines, which no other command should wait for. */
const loadSystems = () => import('../domains/connections/look-into-system.ts');

interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function toLine({ system, config, secret }: { system: string; config: Schema; secret: Schema | null }): Row {
  return { system, configuration: fieldsOf(config), secret: fieldsOf(secret ?? { type: 'null' }) };
}

/** The names of the fields: those that may be left out have a question mark, and bars part what may stand for another. */
function fieldsOf({ type, anyOf, properties, required = [] }: Schema): string {
  if (anyOf) return anyOf.map(fieldsOf).join(' | ');
  if (type === 'null') return 'none';
  if (!properties) return 'NAME…';
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(' ');
}

function printResources(resources: readonly Resource[], json: boolean): void {
  const rows = resources.map(({ label, config }) => ({
    label,
    config: json ? (config as Row) : JSON.stringify(config),
  }));
  print(rows, json);
}

function catalogLines({ metrics, dimensions }: Description): Row[] {
  const lines = (kind: string, listed: Description['metrics']) =>
    listed.map(({ key, label, unit, better, additive, at = null }) => ({
      kind,
      key,
      label,
      unit,
      better,
      additive,
      at,
    }));
  return [
    ...lines('metric', metrics),
    ...dimensions.map(({ key, label }) => ({
      kind: 'dimension',
      key,
      label,
      unit: null,
      better: null,
      additive: null,
      at: null,
    })),
    ...dimensions.flatMap((dimension) => lines(`metric by ${dimension.key}`, dimension.metrics ?? [])),
  ];
}
