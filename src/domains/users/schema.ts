import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { SessionId, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';

/** A browser in which a person is signed in, without the digest of its token. */
export const PersonSession = resource(
  {
    id: SessionId,
    is_current: Type.Boolean({ description: 'Whether this request was made with it.', examples: [true] }),
    created_at: Timestamp,
    last_seen_at: Timestamp,
    expires_at: Timestamp,
    address: Type.String({ maxLength: 200, examples: ['203.0.113.7'] }),
    agent: Type.String({ maxLength: 200, description: 'The browser, as it says itself.', examples: ['Mozilla/5.0'] }),
  },
  { title: 'PersonSession', description: 'A browser in which a person is signed in.' },
);

export const SessionListQuery = listQuery(['created_at'], {});
