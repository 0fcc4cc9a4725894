import { errorCodes, OperatorError, ServiceError } from '../platform/errors.ts';
import { ConnectorError } from '../reporting/connectors/contract.ts';
import { visible } from './output.ts';

/** How a command shows what there is of each kind. */
const listings: Readonly<Record<string, string>> = {
  account: '"accounts list" shows them',
  plan: '"plans list" shows them',
  token: '"tokens list --account ID" shows them',
  member: '"members list --account ID" shows them',
  'open invitation': '"members list --account ID" shows them',
  connection: '"connections list --project ID" shows them',
  'sign-in': '"connections list --project ID" shows those of connections',
  'client of': '"oauth-clients list" shows them',
  project: '"projects list --account ID" shows them',
  tag: '"tags list --account ID" shows them',
  schedule: '"schedules list --project ID" shows them',
  'e-mail': '"deliveries list --account ID" shows them',
  address: '"unwanted list --account ID" shows those that get none',
  run: '"schedules runs ID" shows them',
  share: '"shares list --account ID" shows them',
  'chat channel': '"chat-channels list --account ID" shows them',
  'bulk job': '"bulk list --account ID" shows them',
  template: '"templates list --account ID" shows them',
  revision: '"templates show ID" prints the draft',
  watch: '"watches list --account ID" shows them',
  incident: '"incidents list --account ID" shows them',
  webhook: '"webhooks list --account ID" shows them',
  delivery: '"webhooks deliveries ID" shows them',
  upload: '"uploads list --account ID" shows them',
  report: 'the API lists the reports of a project',
};

/** A fault that the domains tell everybody, as a sentence for the operator, who may be told more: then it is the cause. */
export function sentenceOf({ missing, cause, message }: ServiceError): string {
  if (missing) {
    const advice = listings[missing.kind];
    return `There is no ${missing.kind} ${missing.id}${advice ? `; ${advice}` : ''}.`;
  }
  if (cause instanceof OperatorError) return cause.message;
  return cause instanceof ConnectorError ? `${cause.kind}: ${cause.message}` : message;
}

/**
 * Words the faults of fields for the flags that they were given by. `words` has the flag of a field, or the whole sentence
 * of a field's rule, as `day.weekly`.
 */
export async function inFlags<T>(words: Readonly<Record<string, string>>, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const [fault] = error.details ?? [];
    const { field = '', rule = '', message = '' } = fault ?? {};
    const sentence = words[`${field}.${rule}`];
    if (sentence) throw new OperatorError(sentence, { cause: error });
    // That of a list, where a field of one of its items is at fault.
    const flag = words[field] ?? words[field.split('.', 1)[0] ?? ''];
    // Where the field does not begin the sentence, it is the same for everybody.
    if (!flag || error.message === message) throw error;
    throw new OperatorError(`${flag} ${visible(message)}.`, { cause: error });
  }
}

/** Faults of what a file has in one sentence, with their fields; others as they are. */
export async function explained<Result>(what: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.details) throw error;
    if (error.message !== errorCodes[error.code].message) throw error;
    const faults = error.details.map(({ field, message }) => `${field || 'it'} ${message}`);
    throw new OperatorError(`${what} is not valid: ${faults.join('; ')}.`, { cause: error });
  }
}
