import { type ErrorCode, ServiceError } from '../../../platform/errors.ts';

/** The words of RFC 7644 table 9 that are used here. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A refusal with a word of SCIM's own, beside the code of the registry that gives its status. */
export class ScimFault extends ServiceError {
  readonly scimType: ScimType | undefined;

  constructor(code: ErrorCode, scimType: ScimType | undefined, message: string) {
    super(code, { message });
    this.scimType = scimType;
  }
}

/** A request that cannot be understood or carried out: 400. */
export function refused(scimType: Exclude<ScimType, 'uniqueness'>, message: string): ScimFault {
  return new ScimFault('invalid_request', scimType, message);
}

/** What another resource has already, or what must not be taken from the account: 409. */
export function conflicts(message: string, scimType?: 'uniqueness'): ScimFault {
  return new ScimFault('directory_conflict', scimType, message);
}
