/** The context of a REST request, the route type, and the services that handlers use. */
import type { InternalUserAuthenticator } from '../../authentication/authenticator';
import type { DomainChain } from '../../authentication/domains/domain_chain';
import type { LoginDryRun } from '../../authentication/domains/login_dry_run';
import type { OnBehalfOfTokens } from '../../authentication/on_behalf_of';
import type { PasswordHasher } from '../../authentication/password_hash';
import type { UserDirectory } from '../../authentication/user_directory';
import type { IdentityService } from '../../authentication/identity_service';
import type { Subject } from '../../../access/evaluation/attributes';
import type { Right } from '../../../../contracts/api';
import type { JsonSchema } from '../../../../contracts/schema';
import type { StrengthMeter } from '../../authentication/password_strength';
import type { RuleSet } from '../../../access/evaluation/rule_set';
import type { Compatibility, EngineSettings } from '../../../api/settings';
import type {
  ConfigurationWriter,
  Transaction,
} from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { DryRun } from '../../configuration_store/dry_run';
import type { AccessAudit } from './access_audit';
import type { ChangePipeline } from './change_pipeline';
import type { LockoutGuard } from '../../../changes/lockout/lockout';
import { revertedBy } from '../../../changes/history/revert_request';
import { illegalArgument, RestError } from '../../../model/responses';
import type {
  ChangeOrigin,
  EngineCaller,
  EngineRequest,
  EngineResponse,
  HttpMethod,
  Identity,
} from '../../../api/engine';
import type { PayloadRules } from '../../../model/payload_rules';

/** Endpoint names of the management API. */
export type EndpointName =
  | 'ACCOUNT'
  | 'ACTIONGROUPS'
  | 'ALLOWLIST'
  | 'AUDIT'
  | 'AUTHTOKEN'
  | 'CACHE'
  | 'CONFIG'
  | 'INTERNALUSERS'
  | 'MIGRATE'
  | 'NODESDN'
  | 'PERMISSIONSINFO'
  | 'RATELIMITERS'
  | 'ROLES'
  | 'ROLESMAPPING'
  | 'SSL'
  | 'TENANTS'
  | 'VALIDATE';

/** Defers the write of a request in a change set (`change_set.ts`). */
export interface WriteSlot {
  join<T>(call: RequestContext, work: (store: Transaction) => T): Promise<T>;
}

export interface RequestContext {
  readonly request: EngineRequest;
  /** Set for a request in a change set; other requests write on their own. */
  readonly slot?: WriteSlot;
  readonly caller: EngineCaller;
  /** The caller; without a name on routes that need no identity. */
  readonly identity: Identity;
  readonly subject: Subject;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * Whether the caller is the server itself or has REST administration for this endpoint: hidden,
   * reserved and static flags do not apply.
   */
  readonly isSuperAdmin: boolean;
  /** The name used in the path, without the prefix: `/api/roles/x`. */
  readonly localPath: string;
  readonly isLegacyPath: boolean;
}

export type Handler = (call: RequestContext) => EngineResponse | Promise<EngineResponse>;

export interface Route {
  readonly methods: readonly HttpMethod[];
  /**
   * Below the prefix; `{name}` matches one segment. A path starting with `//` is outside the
   * prefix.
   */
  readonly path: string;
  /** Served under one prefix only; by default under both. */
  readonly prefix?: 'current' | 'legacy';
  /** For one line of OpenSearch only; by default for all. */
  readonly only?: Compatibility;
  /**
   * `anyone` needs no identity, `authenticated` any identity, an endpoint name API access to it.
   */
  readonly access: 'anyone' | 'authenticated' | EndpointName;
  /**
   * Returns the error if the caller lacks the permission of a named route; runs before anything is
   * read.
   */
  readonly permission?: (call: RequestContext) => EngineResponse | undefined;
  /** Whether the route only reads, regardless of the method. */
  readonly reads?: boolean;
  /** Exchanges an identity provider's response for a token, before the caller is identified. */
  readonly isExchange?: boolean;
  /** Query parameters in addition to the global ones. */
  readonly query?: readonly string[];
  readonly handler: Handler;
  /** Details for the published description. */
  readonly doc?: RouteDoc;
}

interface RouteDoc {
  readonly summary: string;
  /** The rules the handler validates its body with. */
  readonly body?: PayloadRules;
  /** Schema of the body, if the handler validates it itself. */
  readonly ownBody?: JsonSchema;
  /** The body is a JSON patch. */
  readonly isPatch?: boolean;
  /** Schema of the 200 or 201 response; by default the envelope of changes. */
  readonly responseSchema?: JsonSchema;
  /** What the route's `permission` requires besides the endpoint. */
  readonly rights?: readonly Right[];
  /** Statuses in addition to the common ones. */
  readonly statuses?: readonly number[];
}

/** The services that handlers use. */
export interface RestDeps {
  readonly store: EntityStore;
  readonly writer: ConfigurationWriter;
  readonly rules: RuleSet;
  readonly users: UserDirectory;
  readonly identities: IdentityService;
  readonly hasher: PasswordHasher;
  readonly measureStrength: StrengthMeter;
  readonly authenticator: InternalUserAuthenticator;
  readonly settings: EngineSettings;
  readonly flushCaches: () => void;
  readonly audit: AccessAudit;
  /** A dry run, with the lockout check of the configuration that it would leave. */
  readonly startDryRun: () => { readonly store: DryRun; readonly lockout: LockoutGuard };
  readonly changes: ChangePipeline;
  readonly tokens: OnBehalfOfTokens;
  /** Exchanges a provider's response; returns `undefined` if the request has none. */
  readonly exchange: (
    caller: EngineCaller,
    request: EngineRequest
  ) => Promise<EngineResponse | undefined>;
  readonly domains: Pick<DomainChain, 'challenge' | 'queryParameters' | 'logoutLocation'>;
  readonly loginDryRun: LoginDryRun;
  readonly tenantObjects: TenantObjects;
}

/** Saved objects of tenants, as far as renaming a tenant needs them. */
export interface TenantObjects {
  count(tenant: string): number;
  /** Moves all objects, in time slices. Continues where an interrupted move has stopped. */
  move(from: string, to: string): Promise<void>;
}

/** The origin under which the changes of a request are recorded. */
export function getOrigin({
  caller,
  identity,
  request,
}: Pick<RequestContext, 'caller' | 'identity' | 'request'>): ChangeOrigin {
  const reverts = revertedBy(request);
  const remoteAddress = caller.kind === 'internal' ? undefined : caller.remoteAddress;
  return {
    userName: identity.userName,
    via: reverts === undefined ? 'rest' : 'revert',
    remoteAddress,
    reverts,
  };
}

/**
 * Runs `work` synchronously in one transaction with its history record, under the caller's name,
 * after all checks. All changes of REST requests go through this function. `work` may run several
 * times, of which the last one counts.
 * @throws {RestError} 400 beyond a limit of the whole configuration, 409 for a lockout or a
 *   guardrail, and what `work` throws; nothing is written then
 */
export const guardedWrite = <T>(
  { changes }: Pick<RestDeps, 'changes'>,
  call: RequestContext,
  work: (store: Transaction) => T
): Promise<T> =>
  call.slot ? call.slot.join(call, work) : changes.write(call, getOrigin(call), work);

/** The first value of a query parameter. */
export function queryValue(request: EngineRequest, name: string): string | undefined {
  const value = request.query?.[name];
  return typeof value === 'string' || value === undefined ? value : value[0];
}

/**
 * Reads a boolean query parameter.
 * @param whenEmpty - the result for a parameter without a value
 * @throws {RestError} 400 for any other text
 */
export function queryFlag(request: EngineRequest, name: string, whenEmpty: boolean): boolean {
  const value = queryValue(request, name) ?? 'false';
  if (value === '') return whenEmpty;
  if (value === 'true' || value === 'false') return value === 'true';
  const reason = `Failed to parse value [${value.slice(0, 100)}] as only [true] or [false] are allowed.`;
  throw new RestError(illegalArgument(reason));
}
