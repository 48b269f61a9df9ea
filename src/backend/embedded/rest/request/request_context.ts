/** One REST call on its way to a handler, and what handlers work with. */
import type { InternalUserAuthenticator } from '../../authentication/authenticator';
import type { DomainChain } from '../../authentication/domains/domain_chain';
import type { LoginDryRun } from '../../authentication/domains/login_dry_run';
import type { OnBehalfOfTokens } from '../../authentication/on_behalf_of';
import type { PasswordHasher } from '../../authentication/password_hash';
import type { UserDirectory } from '../../authentication/user_directory';
import type { IdentityService } from '../../authentication/identity_service';
import type { Subject } from '../../../access/evaluation/attributes';
import { ENGINE_ERRORS, englishText } from '../../../../contracts/errors';
import type { JsonSchema } from '../../../../contracts/schema';
import type { StrengthMeter } from '../../authentication/password_strength';
import type { RuleSet } from '../../../access/evaluation/rule_set';
import type { Compatibility, EngineSettings } from '../../../api/settings';
import type {
  CommittedChanges,
  ConfigurationWriter,
  Transaction,
} from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { AccessAudit } from './access_audit';
import type { LockoutGuard } from '../../../changes/lockout/lockout';
import { revertedBy } from '../../../changes/history/revert_request';
import {
  badRequest,
  forbidden,
  illegalArgument,
  refuseIf,
  RestError,
} from '../responses/responses';
import type {
  ChangeOrigin,
  EngineCaller,
  EngineRequest,
  EngineResponse,
  HttpMethod,
  Identity,
} from '../../../api/engine';
import type { PayloadRules } from '../../../model/payload_rules';

/** Endpoint names of the management API. Source: docs/reference/engine.md#management-api-access. */
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

/** Where the write of a call waits for those of others (`change_set.ts`). */
export interface WriteSeat {
  join<T>(call: RequestContext, work: (store: Transaction) => T): Promise<T>;
}

export interface RequestContext {
  readonly request: EngineRequest;
  /** Of a call that is a part of a change set; otherwise it writes by itself. */
  readonly seat?: WriteSeat;
  readonly caller: EngineCaller;
  /** Who calls; on routes for anyone it may be nobody. */
  readonly identity: Identity;
  readonly subject: Subject;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * The server itself, or REST administration for this endpoint: hidden, reserved and static do not
   * bind.
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
   * Below the prefix; `{name}` takes one segment. A path starting with `//` is outside the prefix.
   */
  readonly path: string;
  /** Served under one prefix only; under both by default. */
  readonly prefix?: 'current' | 'legacy';
  /** Of one line of OpenSearch only; of all by default. */
  readonly only?: Compatibility;
  /** `anyone` needs no identity; `authenticated` any; an endpoint name needs API access to it. */
  readonly access: 'anyone' | 'authenticated' | EndpointName;
  /**
   * The refusal of who lacks the permission that a named route asks for, before anything is read.
   */
  readonly permission?: (call: RequestContext) => EngineResponse | undefined;
  /** Changes nothing, whatever the method. */
  readonly reads?: boolean;
  /** Turns an identity provider's answer into a token, before anybody is known. */
  readonly isExchange?: boolean;
  /** Query parameters beyond the global ones. */
  readonly query?: readonly string[];
  readonly handler: Handler;
  /** What the published description says beyond method, path and parameters. */
  readonly doc?: RouteDoc;
}

interface RouteDoc {
  readonly summary: string;
  /** The rules the handler validates its body with. */
  readonly body?: PayloadRules;
  /** The body where the handler judges it in its own words. */
  readonly ownBody?: JsonSchema;
  /** The body is a JSON patch. */
  readonly isPatch?: boolean;
  /** Schema of the 200 (or 201) answer; the envelope of changes by default. */
  readonly answer?: JsonSchema;
  /** Statuses beside the common ones. */
  readonly statuses?: readonly number[];
}

/** What handlers may use. */
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
  readonly lockout: LockoutGuard;
  readonly tokens: OnBehalfOfTokens;
  /** Takes a provider's answer of somebody who is nobody yet; absent answers: not for it. */
  readonly exchange: (
    caller: EngineCaller,
    request: EngineRequest
  ) => Promise<EngineResponse | undefined>;
  readonly domains: Pick<DomainChain, 'challenge' | 'queryParameters' | 'logoutLocation'>;
  readonly trial: LoginDryRun;
}

/** Who a call's changes are recorded under. */
export function originOf({
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
 * The way of every change that a call makes: synchronous `work` in one transaction with its record,
 * under the caller's name, refused when it locks out.
 * @throws {RestError} 400 beyond a limit of the whole configuration, 409 when it would lock out,
 *   and what `work` throws; nothing is written then
 */
export function guardedWrite<T>(
  { writer, lockout, rules }: Pick<RestDeps, 'writer' | 'lockout' | 'rules'>,
  call: RequestContext,
  work: (store: Transaction) => T
): Promise<T> {
  if (call.seat) return call.seat.join(call, work);
  return writer
    .by(originOf(call))
    .write(work, (written) => refuseIf(checkWrite({ lockout, rules }, call, written)));
}

/** The refusal of what was written, for what it makes of the whole configuration. */
export function checkWrite(
  { lockout, rules }: Pick<RestDeps, 'lockout' | 'rules'>,
  call: RequestContext,
  { changes, documents }: CommittedChanges
): EngineResponse | undefined {
  const { isDelegated, userName } = call.identity;
  if (
    isDelegated &&
    changes.some(({ type, name }) => type === 'internalusers' && name === userName)
  )
    return forbidden(englishText(ENGINE_ERRORS.inPersonOnly));
  const tooMany = rules.census.problemOf(changes);
  return tooMany === undefined ? lockout.denial(call, changes, documents) : badRequest(tooMany);
}

/** First value of a query parameter. */
export function queryValue(request: EngineRequest, name: string): string | undefined {
  const value = request.query?.[name];
  return typeof value === 'string' || value === undefined ? value : value[0];
}

/**
 * A query parameter that is `true` or `false`.
 * @param whenEmpty - what the name alone means
 * @throws {RestError} 400 for every other text
 */
export function queryFlag(request: EngineRequest, name: string, whenEmpty: boolean): boolean {
  const value = queryValue(request, name) ?? 'false';
  if (value === '') return whenEmpty;
  if (value === 'true' || value === 'false') return value === 'true';
  const words = `Failed to parse value [${value.slice(0, 100)}] as only [true] or [false] are allowed.`;
  throw new RestError(illegalArgument(words));
}
