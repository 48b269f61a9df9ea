/**
 * Parts of the published description that many routes share: the envelopes and the JSON patch.
 * Source: docs/reference/engine.md#envelopes-and-transport and #json-patch.
 */
import {
  ENGINE_CORE_ERROR,
  ENGINE_INVALID_PAYLOAD,
  ENGINE_MESSAGE,
  JSON_PATCH,
} from '../../../contracts/api/engine_envelopes';

export const SCHEMAS = {
  Message: ENGINE_MESSAGE,
  InvalidPayload: ENGINE_INVALID_PAYLOAD,
  CoreError: ENGINE_CORE_ERROR,
  JsonPatch: JSON_PATCH,
} as const;

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
    description: 'No permission, or a protected entry; without a word where only servers may ask',
    content: { ...oneOf('Message', 'CoreError'), 'text/plain': { schema: { type: 'string' } } },
  },
} as const;
