/** Routes for the caller's own account. */
import { ACCOUNT_INFO } from '../../../../contracts/api/session';
import { ENGINE_ERRORS, englishText } from '../../../../contracts/errors';
import { loggedInKey } from '../../authentication/hash_queue_keys';
import type { EngineResponse } from '../../../api/engine';
import { customAttributeNames, requestedTenant } from '../request/caller_info';
import {
  guardedWrite,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { checkPassword, getHash } from '../entities/entity_change';
import { readPayload } from '../../../model/payload';
import { PAYLOAD_RULES } from '../../../model/payload_rules';
import {
  badRequest,
  forbid,
  isReserved,
  json,
  message,
  notAvailable,
  notFound,
} from '../../../model/responses';

/** A hash is rejected, because the password rules cannot be checked against it. */
const NO_OWN_HASH =
  'A hash cannot be given for your own account. Give the new password, or have engine.hash.allow_for_own_account set.';
const WRONG_PASSWORD = 'Could not validate your current password.';

export const accountRoutes = (deps: RestDeps): readonly Route[] => [
  {
    methods: ['GET'],
    path: '/api/account',
    access: 'ACCOUNT',
    handler: (call) => show(deps, call),
    doc: { summary: "Show the caller's own account", responseSchema: ACCOUNT_INFO },
  },
  {
    methods: ['PUT'],
    path: '/api/account',
    access: 'ACCOUNT',
    handler: (call) => changePassword(deps, call),
    doc: {
      summary: "Change the caller's own password",
      body: PAYLOAD_RULES.account,
      statuses: [404, 503],
    },
  },
];

function show({ users }: RestDeps, call: RequestContext): EngineResponse {
  const { identity, subject } = call;
  const record = identity.isInternalUser ? users.find(identity.userName) : undefined;
  return json(200, {
    user_name: identity.userName,
    is_reserved: identity.isReserved,
    is_hidden: record?.user.hidden ?? false,
    is_internal_user: identity.isInternalUser,
    user_requested_tenant: requestedTenant(call),
    backend_roles: identity.backendRoles,
    custom_attribute_names: customAttributeNames(subject),
    tenants: { ...identity.tenants },
    roles: identity.roles,
  });
}

/** Checks the body and password rules first, then existence, flags and the current password. */
async function changePassword(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  const name = call.identity.userName;
  if (call.identity.isDelegated) return forbid(englishText(ENGINE_ERRORS.tokenPassword));
  const payload = readPayload(call.request, PAYLOAD_RULES.account, deps.settings);
  await checkPassword(deps, call, name, payload);
  if (payload['hash'] && payload['password'] === undefined && !deps.settings.allowsOwnHash)
    return badRequest(NO_OWN_HASH);
  const record = call.identity.isInternalUser ? deps.users.find(name) : undefined;
  if (!record) return notFound(`account '${name}' not found.`);
  if (record.user.hidden) return notAvailable(name);
  if (record.user.reserved) return isReserved(name);
  const attempt = { userName: name, remoteAddress: getRemoteAddress(call) };
  const check = await deps.authenticator.checkPassword(
    attempt,
    String(payload['current_password']),
    loggedInKey('verify', name)
  );
  if (check === 'unavailable')
    return message(503, 'Too many passwords wait to be verified. Try again later.');
  if (check !== 'right') return badRequest(WRONG_PASSWORD);
  const hash = await getHash(deps, call, payload);
  if (hash === undefined)
    return badRequest('Both provided password and hash cannot be null/empty.');
  return guardedWrite(deps, call, (store) => {
    const stored = store.read('internalusers', name);
    if (!stored) return notFound(`account '${name}' not found.`);
    const { revision } = store.put('internalusers', name, stored.entity, { hash });
    // The header lets the caller's own session continue with the new version; all other sessions
    // end.
    return message(200, `'${name}' updated.`, { 'x-credential-version': String(revision) });
  });
}

const getRemoteAddress = ({ caller }: RequestContext): string =>
  (caller.kind === 'internal' ? undefined : caller.remoteAddress) ?? 'unknown';
