import { plainId } from '../connections/resource-ids.ts';

/** What a cell says is to fill a slot. */
export type SlotCell =
  | { readonly connectionId: string }
  | { readonly system: string; readonly id: string; readonly grantId: string | null };

/** The cell cannot be understood; the message says what to write. */
export interface CellFault {
  readonly rule: string;
  readonly message: string;
}

const grantAtEnd = /@(gra_[0-9a-z]{26})$/;
const connection = /^con_[0-9a-z]{26}$/;

/**
 * Reads `google-ads:123-456-7890`, an id alone where only one of the slot's systems fits, either with `@gra_…` for one of
 * several sign-ins, or the id of a connection. `known` are the systems whose resources sign-ins list.
 */
export function readSlotCell(
  text: string,
  slotSystems: readonly string[],
  known: readonly string[],
): SlotCell | CellFault {
  if (connection.test(text)) return { connectionId: text };
  const [, grantId = null] = grantAtEnd.exec(text) ?? [];
  const named = text.replace(grantAtEnd, '').trim();
  const [prefix = '', rest = ''] = splitAt(named, ':');
  const isSystem = known.includes(prefix) || slotSystems.includes(prefix);
  const fitting = slotSystems.filter((system) => known.includes(system));
  if (isSystem && !slotSystems.includes(prefix)) {
    return { rule: 'system', message: `names ${prefix}, and the slot takes ${slotSystems.join(', ')}` };
  }
  const system = isSystem ? prefix : fitting.length === 1 ? fitting[0] : undefined;
  if (system === undefined && fitting.length > 1) {
    const forms = fitting.map((each) => `${each}:${named}`).join(' or ');
    return { rule: 'system', message: `does not say which system it is of; write ${forms}` };
  }
  if (system === undefined || !known.includes(system)) {
    const message = `cannot be found by a sign-in: nobody signs in for ${system ?? slotSystems.join(', ')}. Name a connection that you have, as in con_…, whose source and secret the project gets`;
    return { rule: 'sign_in', message };
  }
  const id = plainId(system, isSystem ? rest : named);
  if (id === '' || id === 'act_') return { rule: 'required', message: `names nothing of ${system}` };
  return { system, id, grantId };
}

function splitAt(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + sign.length)];
}
