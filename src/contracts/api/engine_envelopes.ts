/** The envelopes of the engine's own REST API, and the JSON patch. */
import { Type } from '@sinclair/typebox';
import { closedObject, flag, integer, optional, text, stringEnum, type Shape } from '../schema';

/** Users who would lose access; in a 409 response to a change that removes access to security. */
export const LOCKOUT = closedObject(
  {
    own: flag('The caller loses access to the API'),
    last: flag('No administrator would be left'),
    users: Type.Array(text(), { maxItems: 10, description: "The caller's own name comes first" }),
    more: flag('Further users lose access as well'),
  },
  'Who would lose access; `confirm_lockout=true` applies the change anyway'
);
export type LockoutDetails = Shape<typeof LOCKOUT>;

/** Envelope A: success of a change, and state and permission errors. */
export const ENGINE_MESSAGE = closedObject(
  {
    status: text('Name of the HTTP status: OK, CREATED, FORBIDDEN, …'),
    message: text(),
    lockout: optional(LOCKOUT),
  },
  'Success of a change, and errors of state and permission'
);

/** Envelope B: payload validation, always 400. */
export const ENGINE_INVALID_PAYLOAD = Type.Object(
  { status: Type.Literal('error'), reason: text() },
  {
    description: 'The payload is invalid; further properties say where',
    additionalProperties: true,
  }
);

/** Envelope C: errors before the request reaches an endpoint. */
export const ENGINE_CORE_ERROR = closedObject(
  {
    error: Type.Union([
      text(),
      closedObject({
        root_cause: Type.Array(Type.Object({})),
        type: text(),
        reason: text(),
      }),
    ]),
    status: optional(integer()),
  },
  'The request is invalid before it reaches an endpoint'
);

export const JSON_PATCH = Type.Array(
  closedObject({
    op: stringEnum(['add', 'replace', 'remove']),
    path: text('RFC 6901; of a collection it starts with the name of the entry'),
    value: optional(Type.Unknown()),
  }),
  {
    minItems: 1,
    description:
      'RFC 6902; add, replace and remove. Default-valued properties are absent from the patched document.',
  }
);
