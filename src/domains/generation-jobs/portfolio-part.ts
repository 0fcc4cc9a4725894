import type { Database } from '../../platform/database/tables.ts';
import type { Periods, Section } from '../../reporting/documents/model.ts';
import type { ProjectRow } from '../projects/projects.ts';

/** What a report of the portfolio begins with. */
export interface PortfolioPart {
  /** Those asked for, compared with what the portfolio compares with. */
  readonly periods: Periods;
  readonly sections: readonly Section[];
}

/** Reads the stored figures of all projects for the report of one whose `portfolio` says which. Rejects with PortfolioError. */
export type ReadPortfolioPart = (db: Database, project: ProjectRow, periods: Periods) => Promise<PortfolioPart>;

/** The portfolio has no figures of what a report asks for. */
export class PortfolioError extends Error {
  override readonly name = 'PortfolioError';
  /** `period`, `portfolio.tag` or `portfolio.folder`. */
  readonly field: string;
  readonly value: string;

  constructor(field: string, value: string, message: string) {
    super(message);
    this.field = field;
    this.value = value;
  }
}
