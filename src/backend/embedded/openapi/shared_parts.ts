/** Parts of the published description that many routes share: the envelopes and the JSON patch. Source: reference 1.1, 1.5. */
import { objectSchema, type JsonSchema } from '../../model/json_schema';

export const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Message: objectSchema(
    {
      status: { type: 'string', description: 'Name of the HTTP status: OK, CREATED, FORBIDDEN, …' },
      message: { type: 'string' },
      lockout: objectSchema(
        {
          own: { type: 'boolean', description: 'The caller loses access to the API' },
          last: { type: 'boolean', description: 'Nobody could administer afterwards' },
          users: { type: 'array', items: { type: 'string' }, maxItems: 10 },
          more: { type: 'boolean', description: 'Further users lose access, too' },
        },
        {
          description:
            'Of a 409 only: who would lose access; `confirm_lockout=true` makes the change all the same',
          required: ['own', 'last', 'users', 'more'],
        }
      ),
    },
    {
      description: 'Success of a change, and errors of state and permission',
      required: ['status', 'message'],
    }
  ),
  InvalidPayload: objectSchema(
    {
      status: { type: 'string', const: 'error' },
      reason: { type: 'string' },
    },
    {
      description: 'The payload is wrong; further properties say where',
      required: ['status', 'reason'],
      additionalProperties: true,
    }
  ),
  CoreError: objectSchema(
    {
      error: {
        anyOf: [
          { type: 'string' },
          objectSchema({
            root_cause: { type: 'array', items: { type: 'object' } },
            type: { type: 'string' },
            reason: { type: 'string' },
          }),
        ],
      },
      status: { type: 'integer' },
    },
    { description: 'The request is wrong before any endpoint looks at it', required: ['error'] }
  ),
  JsonPatch: {
    type: 'array',
    minItems: 1,
    description:
      'RFC 6902; add, replace and remove. Default-valued properties are absent from the patched document.',
    items: objectSchema(
      {
        op: { type: 'string', enum: ['add', 'replace', 'remove'] },
        path: {
          type: 'string',
          description: 'RFC 6901; of a collection it starts with the name of the entry',
        },
        value: {},
      },
      { required: ['op', 'path'] }
    ),
  },
};

const oneOf = (...names: readonly string[]) => ({
  'application/json': {
    schema: { anyOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
  },
});

export const COMMON_RESPONSES = {
  400: {
    description: 'The request cannot be understood',
    content: oneOf('InvalidPayload', 'Message', 'CoreError'),
  },
  401: {
    description: 'Nobody, or wrong credentials',
    content: { 'text/plain': { schema: { type: 'string' } } },
  },
  403: {
    description: 'No permission, or a protected entry',
    content: oneOf('Message', 'CoreError'),
  },
} as const;
