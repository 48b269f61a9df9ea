/** The allow list, for super administrators only. */
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import { ALLOW_LIST_METHODS } from '../../../../contracts/entities/documents';
import { isJsonObject } from '../../../model/entity_shape';
import type { Transaction } from '../../configuration_store/configuration_writer';
import type { EngineResponse } from '../../../api/engine';
import { ALLOW_LIST_PATH, allowListOf, listsItself } from '../../../changes/lockout/allow_list';
import {
  guardedWrite,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { patchDocument } from '../request/document_patch';
import { checkPreconditions, entityTag } from '../responses/entity_tag';
import { CONFIRM_LOCKOUT, isConfirmed, locksOut } from '../../../changes/lockout/lockout';
import { readPayload, toBoolean, type Payload } from '../../../model/payload';
import { PAYLOAD_RULES, schemaOf } from '../../../model/payload_rules';
import {
  accessDenied,
  badRequest,
  coreError,
  json,
  message,
  refuseIf,
  RestError,
} from '../../../model/responses';

const BODY = PAYLOAD_RULES.allowlist;
const RESPONSE_SCHEMA = { type: 'object', properties: { config: schemaOf(BODY) } } as const;

/** The older name is an alias of the same list; 2.19 serves it under both prefixes. */
export const allowListRoutes = (deps: RestDeps): readonly Route[] => [
  ...routesAt(deps, { path: '/api/allowlist', prefix: 'current', access: 'ALLOWLIST' }),
  ...routesAt(deps, { path: '/api/whitelist', only: '2.19', access: 'ALLOWLIST' }),
];

function routesAt(
  deps: RestDeps,
  common: Pick<Route, 'path' | 'prefix' | 'only' | 'access'>
): readonly Route[] {
  return [
    {
      ...common,
      methods: ['GET'],
      handler: superAdmin((call) => show(deps, call)),
      doc: { summary: 'Show the allow list', responseSchema: RESPONSE_SCHEMA },
    },
    {
      ...common,
      methods: ['PUT'],
      query: [CONFIRM_LOCKOUT],
      handler: superAdmin((call) => replace(deps, call)),
      doc: { summary: 'Replace the allow list', body: BODY, statuses: [409, 412] },
    },
    {
      ...common,
      methods: ['PATCH'],
      query: [CONFIRM_LOCKOUT],
      handler: superAdmin((call) => patch(deps, call)),
      doc: { summary: 'Change the allow list', isPatch: true, statuses: [409, 412] },
    },
  ];
}

const superAdmin =
  (handler: Route['handler']): Route['handler'] =>
  (call) =>
    call.isSuperAdmin ? handler(call) : accessDenied();

function show({ store }: RestDeps, _call: RequestContext): EngineResponse {
  const document = store.document('allowlist');
  return json(
    200,
    { config: allowListOf(document?.body) },
    document ? { etag: entityTag(document.revision) } : {}
  );
}

async function replace(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  const payload = readPayload(call.request, BODY, deps.settings);
  return guardedWrite(deps, call, (store) => save(store, call, payload, "'config' updated."));
}

const patch = (deps: RestDeps, call: RequestContext): Promise<EngineResponse> =>
  patchDocument(
    deps,
    call,
    BODY,
    (store) => withoutDefaultsOf(allowListOf(store.document('allowlist')?.body)),
    (store, config) => {
      return save(store, call, config, 'Resource updated.');
    }
  );

/** Patches see only what differs from a disabled, empty list, and no paths without methods. */
function withoutDefaultsOf({ enabled, requests }: ReturnType<typeof allowListOf>): Payload {
  const listed = Object.entries(requests).filter(
    ([, methods]) => !Array.isArray(methods) || methods.length > 0
  );
  return {
    ...(enabled && { enabled }),
    ...(listed.length > 0 && { requests: Object.fromEntries(listed) }),
  };
}

function save(
  store: Transaction,
  call: RequestContext,
  payload: Payload,
  text: string
): EngineResponse {
  const requests = payload['requests'] ?? {};
  refuseIf(requestsProblem(requests));
  const body = {
    enabled: toBoolean(payload['enabled']) ?? false,
    requests: requests as Record<string, unknown>,
  };
  // After this change, only the server itself could disable the list again.
  if (body.enabled && !listsItself(body.requests) && !isConfirmed(call)) {
    throw new RestError(
      locksOut(
        `This list would refuse every later change of itself: add "${ALLOW_LIST_PATH}": ["GET","PUT"].`,
        { own: true, last: true, users: [], more: false }
      )
    );
  }
  checkPreconditions(call.request, 'config', store.document('allowlist')?.revision);
  return message(200, text, { etag: entityTag(store.putDocument('allowlist', body).revision) });
}

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
