/** The allow list, for super administrators only. */
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import { ALLOW_LIST_METHODS } from '../../../../contracts/entities/documents';
import { isJsonObject } from '../../../model/entity_shape';
import type { EngineResponse } from '../../../api/engine';
import { ALLOW_LIST_PATH, getAllowList, listsItself } from '../../../changes/lockout/allow_list';
import { CONFIRM_LOCKOUT, isConfirmed, locksOut } from '../../../changes/lockout/lockout';
import { toBoolean, type Payload } from '../../../model/payload';
import { PAYLOAD_RULES, toSchema } from '../../../model/payload_rules';
import { accessDenied, badRequest, coreError, refuseIf } from '../../../model/responses';
import type { RequestContext } from '../request/request_context';
import type { DocumentDescription } from './document_routes';

const BODY = PAYLOAD_RULES.allowlist;

export const ALLOW_LIST: DocumentDescription = {
  id: 'allowlist',
  label: 'config',
  access: 'ALLOWLIST',
  // The older name is an alias of the same list; 2.19 serves it under both prefixes.
  paths: [
    { path: '/api/allowlist', prefix: 'current' },
    { path: '/api/whitelist', only: '2.19' },
  ],
  query: [CONFIRM_LOCKOUT],
  docs: {
    show: {
      summary: 'Show the allow list',
      responseSchema: { type: 'object', properties: { config: toSchema(BODY) } },
    },
    replace: { summary: 'Replace the allow list', body: BODY, statuses: [409, 412] },
  },
  denial: (_deps, { isSuperAdmin }) => (isSuperAdmin ? undefined : accessDenied()),
  shown: (body) => ({ config: getAllowList(body) }),
  sent: BODY,
  patch: {
    doc: { summary: 'Change the allow list', isPatch: true, statuses: [409, 412] },
    rules: BODY,
    base: (body) => dropDefaults(getAllowList(body)),
  },
  check: (payload, call) => {
    refuseIf(requestsProblem(payload['requests'] ?? {}));
    refuseIf(closingProblem(toList(payload), call));
  },
  stored: toList,
};

function toList(payload: Payload): ReturnType<typeof getAllowList> {
  const requests = (payload['requests'] ?? {}) as Record<string, unknown>;
  return { enabled: toBoolean(payload['enabled']) ?? false, requests };
}

/** Patches see only what differs from a disabled, empty list, and no paths without methods. */
function dropDefaults({ enabled, requests }: ReturnType<typeof getAllowList>): Payload {
  const listed = Object.entries(requests).filter(
    ([, methods]) => !Array.isArray(methods) || methods.length > 0
  );
  return {
    ...(enabled && { enabled }),
    ...(listed.length > 0 && { requests: Object.fromEntries(listed) }),
  };
}

/** After the change, only the server itself could disable the list again. */
const closingProblem = (
  { enabled, requests }: ReturnType<typeof getAllowList>,
  call: RequestContext
): EngineResponse | undefined =>
  enabled && !listsItself(requests) && !isConfirmed(call)
    ? locksOut(
        `This list would refuse every later change of itself: add "${ALLOW_LIST_PATH}": ["GET","PUT"].`,
        { own: true, last: true, users: [], more: false }
      )
    : undefined;

function requestsProblem(requests: unknown): EngineResponse | undefined {
  const { allowListPaths } = ENGINE_LIMITS;
  if (isJsonObject(requests) && Object.keys(requests).length > allowListPaths)
    return badRequest(`The allow list holds at most ${allowListPaths} paths.`);
  for (const [path, methods] of isJsonObject(requests) ? Object.entries(requests) : []) {
    const badMethod = Array.isArray(methods)
      ? methods.find((method) => !ALLOW_LIST_METHODS.includes(method as never))
      : methods;
    if (badMethod !== undefined || !Array.isArray(methods)) {
      const reason = `Cannot deserialize value of [requests.${path.slice(0, 100)}]: not one of ${ALLOW_LIST_METHODS.join(', ')}`;
      return coreError(400, 'json_mapping_exception', reason);
    }
  }
  return undefined;
}
