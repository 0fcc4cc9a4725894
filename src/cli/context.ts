import type { Finding } from '../installation/doctor.ts';
import type { Installation } from '../installation/open-installation.ts';
import type { MigrationsRun } from '../installation/run-migrations.ts';
import type { MeasuredStep } from '../platform/database/migrate-copy.ts';
import type { PlannedStep } from '../platform/database/migration-plan.ts';

export type Role = 'all' | 'api' | 'worker';

/** What the composition root provides to the commands. */
export interface CommandContext {
  /** Opens the installation for one piece of work, after bringing its schema up to date. */
  withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T>;
  /** Brings the schema up to date, and takes away what goes where that is asked for; `tell` hears how far it is. */
  migrate(options: { readonly contract: boolean; readonly tell: (line: string) => void }): Promise<MigrationsRun>;
  /** What `migrate` would run; with `copy`, as it went on a copy. */
  planMigrations(options: { readonly copy: boolean }): Promise<readonly (PlannedStep | MeasuredStep)[]>;
  /** Seals all secrets with a new key, on behalf of `actor`. */
  rotateVault(actor: string): Promise<{ readonly keyId: string; readonly resealed: number }>;
  /** Serves until a signal ends it. */
  serve(role: Role): Promise<void>;
  /** Runs the demonstration; `keep` leaves the service running. */
  demo(options: { readonly keep: boolean }): Promise<void>;
  /** What is right and wrong with the installation. */
  diagnose(): Promise<readonly Finding[]>;
}
