/** The guardrails: promises about access that changes must keep. Not part of a cluster's API. */
import { readPromises } from '../../../guardrails/kept_promises';
import { PAYLOAD_RULES, toSchema } from '../../../model/payload_rules';
import type { DocumentDescription } from './document_routes';

const SCHEMA = {
  type: 'object',
  description: 'Name to promise',
  additionalProperties: toSchema(PAYLOAD_RULES.guardrails),
} as const;

export const GUARDRAILS: DocumentDescription = {
  id: 'guardrails',
  label: 'guardrails',
  access: 'CONFIG',
  paths: [{ path: '/api/guardrails', prefix: 'current' }],
  docs: {
    show: { summary: 'Show all guardrails', responseSchema: SCHEMA },
    replace: { summary: 'Replace all guardrails', ownBody: SCHEMA, statuses: [412] },
  },
  shown: (body = {}) => body,
  sent: ({ request }, { settings }) => readPromises(request, settings),
  stored: (promises) => promises,
};
