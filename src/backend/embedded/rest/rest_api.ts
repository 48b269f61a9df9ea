/**
 * The REST entry point: finds the route, checks the caller's permissions, calls the handler, and
 * turns every failure into a documented response.
 */
import { ENGINE_ERRORS, englishText } from '../../../contracts/errors';
import { ENGINE_LIMITS } from '../../../contracts/limits';
import type { EngineLog } from '../../api/log';
import { getErrorResponse } from '../../api/backend_error';
import { StorageError } from '../sqlite';
import { QueueFullError } from '../../../workers';
import type {
  ChangeSetOptions,
  ChangeSetOutcome,
  EngineCaller,
  EngineRequest,
  EngineResponse,
} from '../../api/engine';
import {
  ENDPOINT_PERMISSIONS,
  endpointPermission,
} from '../authentication/api_key_store/endpoint_permissions';
import type { KnownCaller } from '../authentication/identity_service';
import { allowListError } from '../../changes/lockout/allow_list';
import { ApiAccess } from './request/api_access';
import {
  queryValue,
  type RequestContext,
  type RestDeps,
  type Route,
  type WriteSlot,
} from './request/request_context';
import { changeTogether } from './request/change_set';
import {
  coreError,
  forbid,
  illegalArgument,
  json,
  message,
  noHandler,
  refuseIf,
  RestError,
  text,
  unauthorizedResponse,
} from '../../model/responses';
import { actingAs } from './request/impersonation';
import { formatResponse, isKnownType } from './responses/response_format';
import { FilterPath } from './responses/filter_path';
import { LEGACY_PREFIX, PREFIX } from '../../model/paths';
import { RouteTable } from './request/route_table';
import { similarNames } from './request/similar_names';
import { allRoutes } from './routes';

const LEGACY_WARNING =
  '299 - "[_opendistro/_security] is a deprecated endpoint path. Please use _plugins/_security instead."';

/** Accepted by every handler, without effect here. */
const GLOBAL_PARAMETERS = ['pretty', 'human', 'error_trace', 'filter_path', 'format'];

const READS: readonly EngineRequest['method'][] = ['GET', 'HEAD', 'OPTIONS'];

const ANONYMOUS: KnownCaller = {
  identity: {
    userName: '',
    backendRoles: [],
    roles: [],
    tenants: {},
    hasApiAccess: false,
    isInternalUser: false,
    isReserved: false,
  },
  subject: { userName: '', backendRoles: [], roles: [], attributes: new Map() },
};

export class RestApi {
  private readonly routes: RouteTable;
  private readonly access: ApiAccess;
  /** In memory, because every request is compared with it. */
  private allowList: Readonly<Record<string, unknown>> | undefined;

  constructor(
    private readonly deps: RestDeps,
    private readonly log: EngineLog
  ) {
    this.access = new ApiAccess(deps.rules, deps.settings);
    this.routes = new RouteTable(PREFIX, allRoutes(deps, this.access));
  }

  /** @param allowList - the stored document; called at start and after each change of it */
  configure(allowList: Readonly<Record<string, unknown>> | undefined): void {
    this.allowList = allowList;
  }

  /** Runs several requests as one change; the responses are those of `handle`. */
  async handleTogether(
    caller: EngineCaller,
    requests: readonly EngineRequest[],
    options: ChangeSetOptions
  ): Promise<ChangeSetOutcome> {
    return changeTogether(
      this.deps,
      requests,
      (request, slot) => this.handle(caller, request, slot),
      options
    );
  }

  /**
   * Never rejects because of a request.
   * @param slot - set for a request of a change set, whose write is deferred
   */
  async handle(
    caller: EngineCaller,
    request: EngineRequest,
    slot?: WriteSlot
  ): Promise<EngineResponse> {
    const isLegacyPath = request.path.startsWith(LEGACY_PREFIX);
    await this.deps.identities.prepare(caller);
    const filter = toFilter(request);
    // Parsed first: a change must not be applied and then answered with an error.
    const response =
      filter && 'problem' in filter
        ? illegalArgument(`${filter.problem}; ask for less, or without it`)
        : shape(request, await this.response(caller, request, isLegacyPath, slot), filter);
    return isLegacyPath
      ? { ...response, headers: { ...response.headers, warning: LEGACY_WARNING } }
      : response;
  }

  /**
   * @returns the error for a caller without access to an endpoint, or `undefined`; also used by
   *   `find`
   */
  accessErrorFor(
    known: KnownCaller | undefined,
    caller: EngineCaller,
    route: Pick<Route, 'access' | 'reads'>,
    method: EngineRequest['method']
  ): EngineResponse | undefined {
    if (route.access === 'anyone' || caller.kind === 'internal') return undefined;
    if (!known) return unauthorizedResponse();
    if (known.identity.key?.isReadOnly && !route.reads && !READS.includes(method))
      return forbid(englishText(ENGINE_ERRORS.apiKeyReadsOnly));
    if (route.access === 'authenticated' || route.access === 'ACCOUNT') return undefined;
    if (caller.kind === 'certificate') return undefined;
    const error = this.access.denialMessage(known.identity, route.access, method, caller.tls);
    return error === undefined ? undefined : forbid(error);
  }

  /**
   * What a request needs: the permission of its endpoint, if it has one, and whether it can change
   * anything.
   */
  needsOf(
    method: EngineRequest['method'],
    path: string
  ): { readonly permission?: string; readonly isChange: boolean } {
    const match = this.routes.match(method, path, 'current');
    const route = match.kind === 'found' ? match.route : undefined;
    const permission = route && endpointPermission(route.access);
    return {
      ...(permission && ENDPOINT_PERMISSIONS.includes(permission) && { permission }),
      isChange: !route?.reads && !READS.includes(method),
    };
  }

  isSuperAdmin(known: KnownCaller, caller: EngineCaller, route: Pick<Route, 'access'>): boolean {
    if (caller.kind === 'internal' || caller.kind === 'certificate') return true;
    if (route.access === 'anyone' || route.access === 'authenticated') return false;
    return this.access.isSuperAdmin(known.identity, route.access);
  }

  private async response(
    caller: EngineCaller,
    request: EngineRequest,
    isLegacyPath: boolean,
    slot: WriteSlot | undefined
  ): Promise<EngineResponse> {
    try {
      const path = isLegacyPath ? PREFIX + request.path.slice(LEGACY_PREFIX.length) : request.path;
      const prefix = isLegacyPath ? 'legacy' : 'current';
      const match = this.routes.match(request.method, path, prefix);
      switch (match.kind) {
        case 'malformed':
          return illegalArgument('invalid escape sequence in path');
        case 'unknown':
          return request.method === 'OPTIONS' ? text(200, '') : noHandler(request);
        case 'wrong_method':
          return wrongMethod(request, match.allowed);
        case 'found':
          return await this.callRoute(
            caller,
            request,
            match.route,
            match.params,
            path,
            isLegacyPath,
            slot
          );
      }
    } catch (error) {
      return this.failure(error, request);
    }
  }

  private async callRoute(
    caller: EngineCaller,
    request: EngineRequest,
    route: Route,
    params: Readonly<Record<string, string>>,
    path: string,
    isLegacyPath: boolean,
    slot: WriteSlot | undefined
  ): Promise<EngineResponse> {
    refuseIf(contentTypeError(request));
    if (hasForgedHeader(request)) {
      this.deps.audit.badHeaders(caller, request);
      return forgedHeader();
    }
    const own = requestsChallenge(caller, request)
      ? undefined
      : this.deps.identities.identify(caller);
    if (own && caller.kind === 'certificate') this.deps.audit.certified(caller, request);
    const known = actingAs(this.deps.identities, this.deps.settings, caller, request, own);
    if (caller.kind === 'anonymous' && route.isExchange) {
      const exchanged = await this.deps.exchange(caller, request);
      if (exchanged) return exchanged;
    }
    if (route.access !== 'anyone' && !known) return this.challenge();
    // The allow list applies to all identified callers, even on routes that need no identity. There
    // a cluster does not check for administrator certificates.
    const bypassesAllowList =
      caller.kind === 'internal' || (caller.kind === 'certificate' && route.access !== 'anyone');
    const unlisted =
      !known || bypassesAllowList
        ? undefined
        : allowListError(this.allowList, { ...request, path });
    if (unlisted) return unlisted;
    const error = this.accessErrorFor(known, caller, route, request.method);
    if (route.access !== 'anyone' && route.access !== 'authenticated') {
      this.deps.audit.access(caller, request, path, error);
    }
    if (error) return error;
    const { identity, subject } = known ?? ANONYMOUS;
    const call: RequestContext = {
      request,
      caller,
      identity,
      subject,
      params,
      isSuperAdmin: known !== undefined && this.isSuperAdmin(known, caller, route),
      localPath: path.slice(PREFIX.length),
      isLegacyPath,
      ...(slot && { slot }),
    };
    refuseIf(route.permission?.(call));
    const accepted = [
      ...GLOBAL_PARAMETERS,
      ...(route.query ?? []),
      ...Object.keys(params),
      ...this.deps.domains.queryParameters,
    ];
    refuseIf(unknownParameters(request, accepted));
    return await route.handler(call);
  }

  /**
   * Returns the challenge of the first domain that has one, otherwise a cluster's text without a
   * challenge.
   */
  private async challenge(): Promise<EngineResponse> {
    const challenge = await this.deps.domains.challenge();
    return challenge
      ? text(401, challenge.body, { 'www-authenticate': challenge.header })
      : text(401, 'Authentication finally failed');
  }

  private failure(error: unknown, request: EngineRequest): EngineResponse {
    if (error instanceof RestError) return error.response;
    if (error instanceof StorageError) {
      this.log.error('The store failed during a call.', { code: error.code, error: error.message });
      const denial = getErrorResponse(error);
      return message(denial?.status ?? 500, denial ? englishText(denial) : error.message);
    }
    if (error instanceof QueueFullError) return message(429, error.message);
    this.log.error('A call failed unexpectedly.', {
      method: request.method,
      path: request.path.slice(0, 300),
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return coreError(500, 'security_exception', 'Unexpected error; see the server log.');
  }
}

const hasForgedHeader = (request: EngineRequest): boolean =>
  Object.keys(request.headers ?? {}).some((name) =>
    name.toLowerCase().startsWith('_opendistro_security_')
  );

/** Always JSON, unfiltered and on one line, as on a cluster. */
const forgedHeader = (): EngineResponse => ({
  ...text(403, JSON.stringify({ error: { status: 'error', reason: FORGED } })),
  headers: JSON_TYPE,
});
const JSON_TYPE = { 'content-type': 'application/json; charset=UTF-8' };
const FORGED = `Illegal parameter in http or transport request found.
This means that one node is trying to connect to another with${' '}
a non-node certificate (no OID or security.nodes_dn incorrect configured) or that someone${' '}
is spoofing requests. Check your TLS certificate setup as described here: See https://opendistro.github.io/for-elasticsearch-docs/docs/troubleshoot/tls/`;

function toFilter({ query }: EngineRequest): ReturnType<typeof FilterPath.parse> | undefined {
  const sent = query?.['filter_path'];
  if (sent === undefined) return undefined;
  return FilterPath.parse(typeof sent === 'string' ? sent : sent.join(','));
}

/** Applies `filter_path`, `pretty` and the requested format. */
function shape(
  request: EngineRequest,
  response: EngineResponse,
  filter: FilterPath | undefined
): EngineResponse {
  if (typeof response.body !== 'object' || response.body === null) return response;
  // Errors of the core are not filtered.
  const isCoreError = response.statusCode >= 400 && 'error' in response.body;
  const body = filter && !isCoreError ? filter.apply(response.body) : response.body;
  return formatResponse(request, response, body);
}

/** With any `auth_type` but `anonymous`, a request without credentials is challenged. */
const requestsChallenge = ({ kind }: EngineCaller, request: EngineRequest): boolean =>
  kind === 'anonymous' && (queryValue(request, 'auth_type') ?? 'anonymous') !== 'anonymous';

/** Checked before authentication, as on a cluster. */
function contentTypeError({ rawBody, headers }: EngineRequest): EngineResponse | undefined {
  if (rawBody === undefined || rawBody === '') return undefined;
  const sent = headers?.['content-type'];
  if (isKnownType(sent)) return undefined;
  const error = `Content-Type header [${(sent ?? '').slice(0, 100)}] is not supported`;
  return json(406, { error, status: 406 });
}

/** Lists all unknown parameters in order, each with similar known ones, in a cluster's words. */
function unknownParameters(
  request: EngineRequest,
  known: readonly string[]
): EngineResponse | undefined {
  const unknownNames = Object.keys(request.query ?? {}).filter((name) => !known.includes(name));
  if (unknownNames.length === 0) return undefined;
  const named = unknownNames.sort().slice(0, ENGINE_LIMITS.unknownParameters);
  const descriptions = named.map((name) => {
    const similar = similarNames(name, known);
    const guess = similar.length === 1 ? `[${similar[0]}]` : `any of [${similar.join(', ')}]`;
    const shortName = `[${name.slice(0, ENGINE_LIMITS.unknownParameterLength)}]`;
    return similar.length === 0 ? shortName : `${shortName} -> did you mean ${guess}?`;
  });
  const path = decodeURIComponent(request.path).slice(0, 300);
  return illegalArgument(
    `request [${path}] contains unrecognized parameter${unknownNames.length > 1 ? 's' : ''}: ${descriptions.join(', ')}`
  );
}

/** The URI as sent. */
function getUri({ path, query = {} }: EngineRequest): string {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    [value ?? ''].flat().map((one) => `${name}${one === '' ? '' : `=${one}`}`)
  );
  return parameters.length > 0 ? `${path}?${parameters.join('&')}` : path;
}

function wrongMethod(request: EngineRequest, allowed: readonly string[]): EngineResponse {
  const allow = { allow: allowed.join(',') };
  if (request.method === 'OPTIONS') return text(200, '', allow);
  const uri = getUri(request).slice(0, 300);
  const error = `Incorrect HTTP method for uri [${uri}] and method [${request.method}], allowed: [${allowed.join(', ')}]`;
  return json(405, { error, status: 405 }, allow);
}
