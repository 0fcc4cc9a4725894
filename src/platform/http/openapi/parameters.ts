import type { TObject, TSchema } from 'typebox';
import {
  AccountId,
  AuthorizationId,
  BulkJobId,
  ChatChannelId,
  ConnectionId,
  DeliveryId,
  DirectoryGroupId,
  ExportJobId,
  GenerationJobId,
  GrantId,
  IncidentId,
  InvitationId,
  JobId,
  LegalHoldId,
  LibraryTemplateId,
  PasskeyId,
  PictureName,
  PlanName,
  PreviewId,
  ProjectId,
  ReportId,
  RevisionNumber,
  ScheduleId,
  ScheduleRunId,
  ScimTokenId,
  SecondFactorId,
  SessionId,
  ShareId,
  TagId,
  TemplateId,
  TokenId,
  UploadId,
  UserId,
  VendorName,
  WatchId,
  WebhookDeliveryId,
  WebhookId,
} from '../fields.ts';
import { exampleOf } from './examples.ts';
import type { Schemas } from './schemas.ts';

const identifiers: Readonly<Record<string, { readonly name: string; readonly schema: TSchema }>> = {
  project_id: { name: 'ProjectId', schema: ProjectId },
  report_id: { name: 'ReportId', schema: ReportId },
  job_id: { name: 'JobId', schema: JobId },
  generation_job_id: { name: 'GenerationJobId', schema: GenerationJobId },
  export_job_id: { name: 'ExportJobId', schema: ExportJobId },
  account_id: { name: 'AccountId', schema: AccountId },
  plan: { name: 'PlanName', schema: PlanName },
  vendor: { name: 'VendorName', schema: VendorName },
  user_id: { name: 'UserId', schema: UserId },
  invitation_id: { name: 'InvitationId', schema: InvitationId },
  session_id: { name: 'SessionId', schema: SessionId },
  passkey_id: { name: 'PasskeyId', schema: PasskeyId },
  second_factor_id: { name: 'SecondFactorId', schema: SecondFactorId },
  connection_id: { name: 'ConnectionId', schema: ConnectionId },
  schedule_id: { name: 'ScheduleId', schema: ScheduleId },
  delivery_id: { name: 'DeliveryId', schema: DeliveryId },
  run_id: { name: 'ScheduleRunId', schema: ScheduleRunId },
  share_id: { name: 'ShareId', schema: ShareId },
  grant_id: { name: 'GrantId', schema: GrantId },
  authorization_id: { name: 'AuthorizationId', schema: AuthorizationId },
  upload_id: { name: 'UploadId', schema: UploadId },
  preview_id: { name: 'PreviewId', schema: PreviewId },
  picture: { name: 'PictureName', schema: PictureName },
  channel_id: { name: 'ChatChannelId', schema: ChatChannelId },
  webhook_id: { name: 'WebhookId', schema: WebhookId },
  webhook_delivery_id: { name: 'WebhookDeliveryId', schema: WebhookDeliveryId },
  legal_hold_id: { name: 'LegalHoldId', schema: LegalHoldId },
  watch_id: { name: 'WatchId', schema: WatchId },
  incident_id: { name: 'IncidentId', schema: IncidentId },
  bulk_job_id: { name: 'BulkJobId', schema: BulkJobId },
  tag_id: { name: 'TagId', schema: TagId },
  library_id: { name: 'LibraryTemplateId', schema: LibraryTemplateId },
  template_id: { name: 'TemplateId', schema: TemplateId },
  revision_number: { name: 'RevisionNumber', schema: RevisionNumber },
  public_id: { name: 'TokenId', schema: TokenId },
  directory_group_id: { name: 'DirectoryGroupId', schema: DirectoryGroupId },
  credential_id: { name: 'ScimTokenId', schema: ScimTokenId },
};

const text = (maxLength: number, pattern: string) => ({ type: 'string', minLength: 1, maxLength, pattern });

const headers = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description: 'Your own id for the request. It is returned and logged; an invalid one is replaced.',
    schema: text(64, '^[A-Za-z0-9._-]{1,64}$'),
    example: 'checkout-7f3a',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description:
      'A value of your own, new for each new request, such as a UUID. Repeated with the same request within 24 hours, it returns the first answer and does nothing; with another request it is refused with `idempotency_conflict`. Keys of different operations are kept apart.',
    schema: text(255, '^[\\x21-\\x7e]{1,255}$'),
    example: '3d6b7c1e-52f4-4b7e-9a41-0d3c6f1f8a02',
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` that you have. While it is the current one, the answer is 304 without a body.',
    schema: text(2_000, '^[\\x20-\\x7e]+$'),
    example: 'W/"pmWkWSBCL51Bfkhn79xPuKBKHz_"',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of what you are changing. If somebody else has changed it since, the answer is 412 `edit_conflict`; without it the last change wins.',
    schema: text(2_000, '^[\\x20-\\x7e]+$'),
    example: '"7"',
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes, to resume a broken download. Several ranges return the whole file.',
    schema: text(200, '^bytes=[0-9, -]+$'),
    example: 'bytes=1024-',
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description: 'The `ETag` of the part that you have: the range is sent only while the file is still the same.',
    schema: text(200, '^[\\x20-\\x7e]+$'),
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  },
} as const;

export type HeaderParameter = keyof typeof headers;

const pages = { page: 'Page', per_page: 'PerPage', direction: 'Direction' } as const;

/** Collects the shared parameters of the document and refers to them. */
export class Parameters {
  readonly components: Record<string, object> = {};
  readonly #schemas: Schemas;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** The parameters of one operation: the path's ids, the query, then the headers. */
  write(path: string, query: TObject, headerNames: readonly HeaderParameter[]): object[] {
    const ids = [...path.matchAll(/:(\w+)/g)].map(([, id = '']) => this.#identifier(id));
    const keys = Object.entries(query.properties).map(([name, schema]) => this.#queryKey(name, schema));
    return [...ids, ...keys, ...headerNames.map((name) => this.#header(name))];
  }

  #identifier(id: string): object {
    const { name, schema } = identifiers[id] ?? { name: '', schema: {} };
    if (name === '') throw new TypeError(`The path parameter ${id} is not described`);
    const { description } = schema as { description?: string };
    const parameter = { name: id, in: 'path', required: true, description, schema: this.#schemas.write(schema) };
    this.components[name] = { ...parameter, example: exampleOf(schema) };
    return this.#refer(name);
  }

  #queryKey(name: string, schema: TSchema): object {
    const { description, ...written } = this.#schemas.write(schema);
    const parameter = { name, in: 'query', description, schema: written };
    if (!(name in pages)) return parameter;
    const component = pages[name as keyof typeof pages];
    this.components[component] = parameter;
    return this.#refer(component);
  }

  #header(name: HeaderParameter): object {
    this.components[name] = headers[name];
    return this.#refer(name);
  }

  #refer(component: string): { $ref: string } {
    return { $ref: `#/components/parameters/${component}` };
  }
}
