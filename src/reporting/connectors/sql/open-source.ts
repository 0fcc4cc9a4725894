import type { ConnectorContext } from '../contract.ts';
import { type Binding, bind, throwFaults } from './binding.ts';
import type { SourceConfig } from './config.ts';
import type { Engine, Session } from './engine.ts';
import { writtenFaults } from './source.ts';
import { stopped } from './stopping.ts';

/** An open session and what the configuration is bound to in it. */
export interface OpenSource {
  readonly session: Session;
  readonly binding: Binding;
}

/** One session, and with it one snapshot, for all queries of a context. */
const openByContext = new WeakMap<ConnectorContext, Map<string, Promise<OpenSource>>>();

/** Opens the source of a configuration, or gives the one that this context has already. Throws a ConnectorError. */
export function openOnce(
  engine: Engine,
  config: SourceConfig,
  secret: object,
  timeZone: string,
  context: ConnectorContext,
): Promise<OpenSource> {
  const sources = openByContext.get(context) ?? new Map<string, Promise<OpenSource>>();
  openByContext.set(context, sources);
  const id = JSON.stringify([engine.system, config, secret, timeZone]);
  const known = sources.get(id);
  if (known) return known;
  const opening = open(engine, config, secret, timeZone, context);
  sources.set(id, opening);
  return opening;
}

async function open(
  engine: Engine,
  config: SourceConfig,
  secret: object,
  timeZone: string,
  context: ConnectorContext,
): Promise<OpenSource> {
  throwFaults(writtenFaults(config, engine.dialect));
  if (context.signal.aborted) throw stopped(context.signal);
  const session = await engine.open(config, secret, timeZone, context);
  context.keep(session);
  return { session, binding: await bind(session, config, engine.dialect) };
}
