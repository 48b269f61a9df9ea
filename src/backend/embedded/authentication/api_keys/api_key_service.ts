/** Management of API keys: owners handle their own, administrators list and revoke all. */
import type {
  ApiKey,
  ApiKeyList,
  CreatedApiKey,
  KeyUsageBody,
  KeyUsageReport,
  OwnApiKeys,
} from '../../../../contracts/api';
import { ENGINE_ERRORS, englishText, type ErrorDefinition } from '../../../../contracts/errors';
import { API_KEY_LIMITS } from '../../../../contracts/limits';
import type {
  ApiKeyOrder,
  ApiKeyQuery,
  EngineApiKeys,
  EngineCaller,
  EngineResponse,
  EngineResult,
  RequestCaller,
} from '../../../api/engine';
import { badRequest, forbid, notFound } from '../../../model/responses';
import type { KnownCaller } from '../identity_service';
import type { ApiKeyStore, KeyProblem, StoredKey } from '../api_key_store/api_key_store';
import { newKey } from '../api_key_store/api_key_text';
import { permissionsProblem } from '../api_key_store/permissions_problem';
import { keyUsage, type KeyUsageDeps } from './api_key_usage';

export interface ApiKeyServiceDeps {
  /** `EngineSettings.hasApiKeys`. */
  readonly isEnabled: boolean;
  readonly store: ApiKeyStore;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly identify: (caller: RequestCaller) => Promise<KnownCaller | undefined>;
  /**
   * Returns the error for a caller who may not read or change users, or `undefined`. With a name,
   * also for a user who does not exist or is hidden from the caller.
   */
  readonly accessError: (
    caller: EngineCaller,
    purpose: 'read' | 'change',
    userName?: string
  ) => Promise<EngineResponse | undefined>;
  /** Whether hidden users are shown to the caller. */
  readonly showsHidden: (caller: EngineCaller) => Promise<boolean>;
  /** Returns the error for a caller who may not read audit events, or `undefined`. */
  readonly auditError: (caller: RequestCaller) => Promise<EngineResponse | undefined>;
  readonly usage: KeyUsageDeps;
  readonly audit: (caller: RequestCaller, what: string) => void;
}

const DAY_MS = 86_400_000;
/** Days of audit events in a report of use. */
const DEFAULT_DAYS = 14;
const refuse = (response: EngineResponse) => ({ ok: false, response }) as const;
const bad = (error: ErrorDefinition, params = {}) => refuse(badRequest(englishText(error, params)));
const OFF = forbid(englishText(ENGINE_ERRORS.apiKeysOff));
const IN_USER_ONLY = forbid(englishText(ENGINE_ERRORS.inPersonOnly));
const NO_SUCH = refuse(notFound(englishText(ENGINE_ERRORS.noSuchApiKey)));

export class ApiKeyService implements EngineApiKeys {
  constructor(private readonly deps: ApiKeyServiceDeps) {}

  async own(caller: RequestCaller): Promise<EngineResult<OwnApiKeys>> {
    const owner = await this.owner(caller);
    if ('statusCode' in owner) return refuse(owner);
    const { userName, roles } = owner.identity;
    const keys = this.deps.store.of(userName).map((key) => this.toApiKey(key));
    return { ok: true, result: { keys, roles: [...roles] } };
  }

  async create(caller: RequestCaller, order: ApiKeyOrder): Promise<EngineResult<CreatedApiKey>> {
    const owner = await this.owner(caller, true);
    if ('statusCode' in owner) return refuse(owner);
    const { userName, roles: ownerRoles } = owner.identity;
    const name = order.name.trim().slice(0, API_KEY_LIMITS.nameLength);
    if (name === '') return refuse(badRequest('Enter a name for the key.'));
    const problem = requestProblem(order, ownerRoles);
    if (problem) return problem;
    const { id, token, digest } = newKey();
    const { isReadOnly, permissions } = order;
    const roles = order.roles && [...new Set(order.roles)];
    const expiresAtMs = this.deps.now() + order.days * DAY_MS;
    const key = { id, userName, name, digest, roles, permissions, isReadOnly };
    const against = await this.deps.store.add(key, expiresAtMs);
    if (against) return refusedKey(against, name);
    const created = this.deps.store.byId(id);
    if (!created) return NO_SUCH;
    const until = new Date(expiresAtMs).toISOString();
    this.deps.audit(caller, `made: ${describe(created)}, ${getScope(created)}, until ${until}`);
    return { ok: true, result: { key: this.toApiKey(created), token } };
  }

  async revokeOwn(caller: RequestCaller, id: string): Promise<EngineResult<ApiKey>> {
    const owner = await this.owner(caller, true);
    if ('statusCode' in owner) return refuse(owner);
    const key = this.deps.store.byId(id);
    return key?.userName === owner.identity.userName ? this.revokeKey(caller, key) : NO_SUCH;
  }

  async list(caller: EngineCaller, query: ApiKeyQuery): Promise<EngineResult<ApiKeyList>> {
    const error = await this.error(caller, 'read');
    if (error) return refuse(error);
    const limit = Math.min(query.limit, API_KEY_LIMITS.perPage);
    const showsHidden = await this.deps.showsHidden(caller);
    const { total, keys } = this.deps.store.page({ ...query, limit }, showsHidden);
    return { ok: true, result: { total, items: keys.map((key) => this.toApiKey(key)) } };
  }

  async revoke(caller: RequestCaller, id: string): Promise<EngineResult<ApiKey>> {
    const known = await this.deps.identify(caller);
    const error = known?.identity.isDelegated ? IN_USER_ONLY : await this.error(caller, 'change');
    if (error) return refuse(error);
    const key = await this.visibleKey(caller, id);
    return key ? this.revokeKey(caller, key) : NO_SUCH;
  }

  async usage(
    caller: RequestCaller,
    { api_key: id, days = DEFAULT_DAYS }: KeyUsageBody
  ): Promise<EngineResult<KeyUsageReport>> {
    const error = (await this.error(caller, 'read')) ?? (await this.deps.auditError(caller));
    if (error) return refuse(error);
    const key = await this.visibleKey(caller, id);
    if (!key) return NO_SUCH;
    const result = await keyUsage(this.deps.usage, key, this.deps.now() - days * DAY_MS);
    return { ok: true, result };
  }

  /** The key, unless its owner is hidden from the caller. */
  private async visibleKey(caller: RequestCaller, id: string): Promise<StoredKey | undefined> {
    const key = this.deps.store.byId(id);
    const isHidden = key && (await this.deps.accessError(caller, 'read', key.userName));
    return isHidden ? undefined : key;
  }

  /**
   * The caller, if it is an internal user. Changes require a session of that user, not a delegated
   * credential.
   */
  private async owner(
    caller: RequestCaller,
    isChange = false
  ): Promise<KnownCaller | EngineResponse> {
    if (!this.deps.isEnabled) return OFF;
    const known = await this.deps.identify(caller);
    if (!known?.identity.isInternalUser || caller.kind !== 'user')
      return badRequest(englishText(ENGINE_ERRORS.apiKeysOfOthers));
    // Listing keys is not something the permissions of a key can grant.
    const { isDelegated, key } = known.identity;
    return (isChange && isDelegated) || key?.permissions ? IN_USER_ONLY : known;
  }

  private async error(
    caller: EngineCaller,
    purpose: 'read' | 'change'
  ): Promise<EngineResponse | undefined> {
    return this.deps.isEnabled ? this.deps.accessError(caller, purpose) : OFF;
  }

  private async revokeKey(caller: RequestCaller, key: StoredKey): Promise<EngineResult<ApiKey>> {
    if (!(await this.deps.store.remove(key.id))) return NO_SUCH;
    this.deps.audit(caller, `revoked: ${describe(key)}`);
    return { ok: true, result: this.toApiKey(key) };
  }

  private toApiKey(key: StoredKey): ApiKey {
    const { id, userName: user, name, isReadOnly, createdAtMs, expiresAtMs, lastUsedAtMs } = key;
    return {
      id,
      user,
      name,
      roles: key.roles ?? null,
      permissions: key.permissions ?? null,
      isReadOnly,
      createdAt: new Date(createdAtMs).toISOString(),
      expiresAt: new Date(expiresAtMs).toISOString(),
      lastUsedAt: lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString(),
      status: expiresAtMs > this.deps.now() ? 'active' : 'expired',
    };
  }
}

function requestProblem(
  { roles = [], permissions }: ApiKeyOrder,
  ownerRoles: readonly string[]
): ReturnType<typeof refuse> | undefined {
  const foreignRole = roles.find((role) => !ownerRoles.includes(role));
  if (foreignRole !== undefined)
    return bad(ENGINE_ERRORS.foreignApiKeyRole, { role: foreignRole.slice(0, 256) });
  if (!permissions) return undefined;
  if (roles.length > 0) return bad(ENGINE_ERRORS.apiKeyRolesToo);
  const problem = permissionsProblem(permissions);
  return problem && bad(...problem);
}

function refusedKey(problem: KeyProblem, name: string): ReturnType<typeof refuse> {
  switch (problem) {
    case 'of_user':
      return bad(ENGINE_ERRORS.tooManyApiKeys, { limit: API_KEY_LIMITS.ofUser });
    case 'of_all':
      return bad(ENGINE_ERRORS.tooManyApiKeysOfAll, { limit: API_KEY_LIMITS.ofAll });
    case 'name':
      return bad(ENGINE_ERRORS.apiKeyNameTaken, { name });
    case 'gone':
      return bad(ENGINE_ERRORS.apiKeysOfOthers);
  }
}

const describe = ({ id, name, userName }: StoredKey): string =>
  `API key ${id} "${name}" of "${userName}"`;

function getScope({ roles, permissions, isReadOnly }: StoredKey): string {
  const scope = permissions
    ? `with permissions of its own ${JSON.stringify(permissions)}`
    : roles
      ? `for the roles ${roles.join(', ')}`
      : 'for all roles';
  return scope + (isReadOnly ? ', read only' : '');
}
