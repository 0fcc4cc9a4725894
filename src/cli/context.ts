import type { Config } from '../config.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import type { Database } from '../database/tables.ts';
import type { ObjectStore } from '../storage/object-store.ts';

/** What commands work on: the same parts as the service's own. */
export interface Installation extends ConnectionEnvironment {
  readonly config: Config;
  readonly db: Database;
  readonly objects: ObjectStore;
}

export type Role = 'all' | 'api' | 'worker';

/** What the composition root gives to the commands. */
export interface CommandContext {
  /** Opens the installation for the time of one piece of work; its schema is brought up to date first. */
  withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T>;
  /** Brings the schema up to date; the names of what was applied. */
  migrate(): Promise<string[]>;
  /** Seals all secrets with a new key, on behalf of `actor`. */
  rotateVault(actor: string): Promise<{ readonly keyId: string; readonly resealed: number }>;
  /** Serves until a signal ends it. */
  serve(role: Role): Promise<void>;
  /** Runs the demonstration; `keep` leaves the service running. */
  demo(options: { readonly keep: boolean }): Promise<void>;
  /** What is right and wrong with the installation. */
  diagnose(): Promise<readonly Finding[]>;
}

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** What was found, or what to do. */
  readonly message: string;
}
