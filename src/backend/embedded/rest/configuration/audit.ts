/** The audit configuration. */
import { asReplaced, auditProblem, withAuditDefaults } from '../../../model/audit_config';
import { PARSE_FAILURE } from '../../../model/payload';
import { PAYLOAD_RULES, toSchema } from '../../../model/payload_rules';
import { invalid, json, refuseIf } from '../../../model/responses';
import { patternFailure } from '../request/pattern_validation';
import type { DocumentDescription } from './document_routes';

const BODY = PAYLOAD_RULES.audit;

export const AUDIT: DocumentDescription = {
  id: 'audit',
  label: 'config',
  access: 'AUDIT',
  paths: [{ path: '/api/audit', putPath: '/api/audit/config' }],
  docs: {
    show: {
      summary: 'Show the audit configuration',
      responseSchema: {
        type: 'object',
        properties: {
          config: toSchema(BODY),
          _readonly: { type: 'array', items: { type: 'string' } },
        },
      },
      statuses: [501],
    },
    replace: { summary: 'Replace the audit configuration', body: BODY, statuses: [412, 501] },
  },
  /** While there is no audit document. The wrong status text is the engine's own mistake. */
  denial: ({ store }, { request }) =>
    store.document('audit')
      ? undefined
      : json(501, {
          status: 'NOT_FOUND',
          message: `Method ${request.method} not supported for this action.`,
        }),
  shown: (body = {}) => ({ config: withAuditDefaults(body), _readonly: [] }),
  sent: BODY,
  patch: {
    doc: { summary: 'Change the audit configuration', isPatch: true, statuses: [412, 501] },
    rules: BODY,
    // GET returns all properties, so patches can replace all of them.
    base: (body = {}) => withAuditDefaults(body),
  },
  check: (payload) => {
    refuseIf(auditProblem(payload) === undefined ? undefined : invalid(PARSE_FAILURE));
    refuseIf(patternFailure('audit', payload));
  },
  stored: (payload) => withAuditDefaults(asReplaced(payload)),
};
