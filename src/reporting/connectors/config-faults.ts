import { type ConfigFault, ConnectorError } from './contract.ts';

const maxShown = 10;

/**
 * `invalid_config` of a configuration or secret with faults that begin with their paths, as in `metrics.0.key is missing`;
 * at most ten are shown.
 */
export function configFault(subject: string, faults: readonly string[]): ConnectorError {
  const shown = faults.slice(0, maxShown).join('; ');
  const more = faults.length > maxShown ? ` and ${faults.length - maxShown} more` : '';
  const message = `${subject} is not valid: ${shown}${more}.`;
  return new ConnectorError('invalid_config', message, { faults: faults.slice(0, maxShown).map(atItsPath) });
}

/** Sentences of the form `path: sentence`, as one fault; at most ten are shown. */
export function sentencesFault(faults: readonly string[]): ConnectorError {
  const more = faults.length > maxShown ? ` And ${faults.length - maxShown} more.` : '';
  const shown = faults.slice(0, maxShown);
  return new ConnectorError('invalid_config', `${shown.join(' ')}${more}`, { faults: shown.map(ofSentence) });
}

/** What begins with `it` or `the` is of the whole. */
function atItsPath(fault: string): ConfigFault {
  const [, path = '', message = fault] = /^(?!(?:it|the) )(\S+) (.*)$/s.exec(fault) ?? [];
  return { path, message };
}

function ofSentence(fault: string): ConfigFault {
  const [, path = '', message = fault] = /^([\w.]+): (.*)$/s.exec(fault) ?? [];
  return { path, message };
}
