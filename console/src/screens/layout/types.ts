import type { Operations } from '../../../../client/src/manage/index.ts';

/** A place for a connection, in a template. */
export type Slot = NonNullable<Operations['updateTemplate']['input']['body']['slots']>[number];
/** What the settings of a project say of its reports, as a change of the project takes it; of a template its slots, too. */
export type Settings = NonNullable<Operations['updateProject']['input']['body']['settings']> & {
  readonly slots?: readonly Slot[];
};
export type Section = NonNullable<Settings['sections']>[number];
export type SectionType = Section['type'];
export type Goal = NonNullable<Settings['goals']>[number];
type Catalog = Operations['getConnectionCatalog']['data'];
export type OfferedMetric = Catalog['metrics'][number];
type OfferedDimension = Catalog['dimensions'][number];

/** A connection of the project, or a slot of a template, with what it can be asked for. */
export interface Source {
  /** `con_…`, or `slot:` and the name of the slot. */
  readonly id: string;
  readonly name: string;
  readonly system: string;
  /** Empty while its catalog is not there, as when it has to be connected anew. */
  readonly metrics: readonly OfferedMetric[];
  readonly dimensions: readonly OfferedDimension[];
  /** Whether there may be more than is known, as of a slot that a database fits. */
  readonly isOpen?: boolean;
}

/** What is wrong, by the path below what an editor edits, such as `metrics.0`; `''` is the whole of it. */
export type Faults = Readonly<Record<string, string>>;

export interface SectionEditorProps {
  readonly section: Section;
  readonly onChange: (next: Section) => void;
  readonly faults: Faults;
  readonly sources: readonly Source[];
  readonly goals: readonly Goal[];
}

export interface GoalsEditorProps {
  readonly goals: readonly Goal[];
  readonly onChange: (next: readonly Goal[]) => void;
  /** By the path below `settings.goals`, such as `0.amount`. */
  readonly faults: Faults;
  readonly sources: readonly Source[];
  /** The sections of the draft, so that removing a goal can say what shows it. */
  readonly sections: readonly Section[];
}

/** The fields of the settings that are about the look of this project's reports. */
export type BrandSettings = Pick<Settings, 'brand' | 'logo' | 'accent_color'>;

export interface ProjectBrandEditorProps {
  readonly brand: BrandSettings;
  /** Takes all three fields, changed or not. */
  readonly onChange: (next: BrandSettings) => void;
  /** By the path below `settings`, such as `accent_color` or `brand.footer`. */
  readonly faults: Faults;
}

/** What else the settings say of every report. */
type ReportTextsSettings = Pick<Settings, 'title' | 'on_failure'>;

export interface ReportTextsProps {
  readonly texts: ReportTextsSettings;
  readonly onChange: (next: ReportTextsSettings) => void;
  /** By the path below `settings`, such as `title`. */
  readonly faults: Faults;
}
