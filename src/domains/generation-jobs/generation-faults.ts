import type { ConnectorErrorKind } from '../../reporting/connectors/contract.ts';
import { GoalError } from '../../reporting/documents/planned-goals.ts';
import { SectionError } from '../../reporting/documents/section-names.ts';
import { BrandError } from '../projects/project-brand.ts';
import { SlotError } from '../templates/followers.ts';
import { ConnectionFault } from './ask-connections.ts';
import { PortfolioError } from './portfolio-part.ts';

/** Why no document can be made, in words for the customer; the same for a report and for its preview. */
export interface GenerationFault {
  readonly kind: 'settings' | ConnectorErrorKind;
  readonly message: string;
  /** What to do about it, and begin anew; undefined for waiting. */
  readonly action?: string;
  /** `field` and `value` of settings, or `connection_id`, `connection` (its name) and `system`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Every place of settings that is at fault. */
  readonly places?: readonly { readonly field: string; readonly message: string }[];
  /** How long a system that may be back soon asks to wait. */
  readonly retryAfterMs?: number | undefined;
}

const actions = {
  reauth_required: 'Give the connection valid credentials and start again.',
  resource_missing: 'Bring the missing resource back, or correct the connection, and start again.',
  invalid_config: 'Correct the configuration of the connection, or what it reads, and start again.',
  sections: "Correct the project's settings.sections and start again.",
  goals: "Correct the project's settings.goals and start again.",
  template: 'Add such a connection to the project, or choose one for the slot, and start again.',
  portfolio: 'Correct that, or make another report of the portfolio, and start again.',
  brand: 'Send the picture of the brand again and start again.',
} as const;

/** What an error means for the customer; undefined when the customer cannot resolve it. */
export function explainFault(error: unknown): GenerationFault | undefined {
  if (error instanceof SectionError) return faultOfSettings('sections', error);
  if (error instanceof GoalError) return faultOfSettings('goals', error);
  if (error instanceof BrandError) {
    const { message, field, value } = error;
    return { kind: 'settings', message, action: actions.brand, details: { field, value } };
  }
  if (error instanceof PortfolioError) {
    const { message, field, value } = error;
    return { kind: 'settings', message, action: actions.portfolio, details: { field, value } };
  }
  if (error instanceof SlotError) {
    const { message, slot } = error;
    return { kind: 'settings', message, action: actions.template, details: { field: 'template.slots', value: slot } };
  }
  if (!(error instanceof ConnectionFault)) return undefined;
  const { row, fault } = error;
  const { kind, message, retryAfterMs } = fault;
  const details = { connection_id: row.id, connection: row.name, system: row.system };
  if (kind === 'transient') return { kind, message, details: { ...details, kind }, retryAfterMs };
  return { kind, message, action: actions[kind], details };
}

function faultOfSettings(list: 'sections' | 'goals', error: SectionError | GoalError): GenerationFault {
  const { message, value } = error;
  const placeOf = ({ index, field }: SectionError | GoalError) => `settings.${list}.${index}.${field}`;
  const all = error instanceof SectionError ? [error, ...error.others] : [error];
  const places = all.map((one) => ({ field: placeOf(one), message: one.message }));
  return { kind: 'settings', message, action: actions[list], details: { field: placeOf(error), value }, places };
}
