/**
 * API keys of the users that a backend keeps itself. Who calls has proven the caller's current
 * password before `create`: the backend asks for the session alone. With a key none of this can be
 * done but reading.
 */
import type {
  ApiKey,
  ApiKeyList,
  ApiKeyMade,
  ApiKeyPermissions,
  OwnApiKeys,
} from '../../contracts/api';
import type { RequestCaller } from './caller';
import type { EngineResult } from './request';

export interface ApiKeyOrder {
  readonly name: string;
  /** For which it is good. */
  readonly days: number;
  /** Of the caller's security roles; absent: all that he has when the key is used. */
  readonly roles?: readonly string[];
  /** What it may at most; not together with `roles`. */
  readonly permissions?: ApiKeyPermissions;
  readonly isReadOnly: boolean;
}

/** Which part of the keys of all users. */
export interface ApiKeyQuery {
  /** How many are left out. */
  readonly offset: number;
  /** At most `API_KEY_LIMITS.perPage`. */
  readonly limit: number;
  /** Part of the name of a key or its owner, in any case. */
  readonly search?: string;
  /** The owner. */
  readonly user?: string;
  readonly status?: ApiKey['status'];
  /** `created` by default. */
  readonly sort?: 'created' | 'expires' | 'used' | 'name' | 'user' | 'roles';
  /** `desc` by default. */
  readonly order?: 'asc' | 'desc';
}

export interface EngineApiKeys {
  /** The caller's own. 400 for callers whom the backend does not keep. */
  own(caller: RequestCaller): Promise<EngineResult<OwnApiKeys>>;
  /**
   * 400 beyond a limit, for roles that the caller does not have, and for permissions that are
   * none.
   */
  create(caller: RequestCaller, order: ApiKeyOrder): Promise<EngineResult<ApiKeyMade>>;
  /** One of the caller's own; it ends at once. 404 when he has none of this id. */
  revokeOwn(caller: RequestCaller, id: string): Promise<EngineResult<ApiKey>>;
  /** Of all users whom the caller may read. */
  list(caller: RequestCaller, query: ApiKeyQuery): Promise<EngineResult<ApiKeyList>>;
  /**
   * Anybody's, for who may change users. A reserved user's too: it only takes rights away.
   */
  revoke(caller: RequestCaller, id: string): Promise<EngineResult<ApiKey>>;
}
