/** The REST API's access checks, for functions of the engine outside the REST API. */
import type { EngineCaller, EngineResponse, ResourceType } from '../api/engine';
import { PREFIX } from '../model/paths';
import type { AuditLog } from './audit/audit_log';
import {
  endpointPermission,
  PERMITTED_ENDPOINTS,
} from './authentication/api_key_store/endpoint_permissions';
import type { IdentityService, KnownCaller } from './authentication/identity_service';
import type { EntityStore } from './configuration_store/entity_store';
import { notFound } from '../model/responses';
import { protection, getResource } from './rest/entities/resource';
import type { RestApi } from './rest/rest_api';

const USERS = { access: getResource('internalusers').endpoint };

export interface CallerRightsDeps {
  readonly identities: IdentityService;
  readonly rest: RestApi;
  readonly audit: AuditLog;
  readonly store: EntityStore;
}

export class CallerRights {
  constructor(private readonly deps: CallerRightsDeps) {}

  async known(caller: EngineCaller): Promise<KnownCaller | undefined> {
    const preparing = this.deps.identities.prepare(caller);
    if (preparing) await preparing;
    return this.deps.identities.identify(caller);
  }

  /** Returns the error for a caller who may not read these entities, or `undefined`. */
  async readError(
    caller: EngineCaller,
    access: 'ROLES' | 'AUDIT'
  ): Promise<EngineResponse | undefined> {
    return this.deps.rest.accessErrorFor(await this.known(caller), caller, { access }, 'GET');
  }

  /**
   * Checks access to a whole collection and records it in the audit log like a REST request.
   * @returns the error, or else whether the caller sees hidden entities
   */
  async collectionRead(
    caller: EngineCaller,
    type: ResourceType
  ): Promise<
    | { readonly response: EngineResponse }
    | { readonly showsHidden: boolean; readonly countsUsers: boolean }
  > {
    const { rest, audit } = this.deps;
    const route = { access: getResource(type).endpoint };
    const known = await this.known(caller);
    const response = rest.accessErrorFor(known, caller, route, 'GET');
    const path = `${PREFIX}/api/${type}`;
    audit.access(caller, { method: 'GET', path }, path, response);
    if (response) return { response };
    const users = { access: getResource('internalusers').endpoint };
    return {
      showsHidden: known !== undefined && rest.isSuperAdmin(known, caller, route),
      countsUsers: type === 'roles' && !rest.accessErrorFor(known, caller, users, 'GET'),
    };
  }

  /** Hidden users are reported as not found. */
  async userError(
    caller: EngineCaller,
    purpose: 'read' | 'change',
    userName?: string
  ): Promise<EngineResponse | undefined> {
    const { rest, audit, store } = this.deps;
    const known = await this.known(caller);
    const method = purpose === 'read' ? 'GET' : 'PUT';
    const response = rest.accessErrorFor(known, caller, USERS, method);
    const path = `${PREFIX}/api/internalusers`;
    audit.access(caller, { method, path }, path, response);
    if (response || userName === undefined) return response;
    const isSuperAdmin = known !== undefined && rest.isSuperAdmin(known, caller, USERS);
    const entity = store.read('internalusers', userName)?.entity;
    if (!entity || (entity.hidden && !isSuperAdmin))
      return notFound(`user '${userName}' not found.`);
    return purpose === 'read'
      ? undefined
      : protection(userName, entity, { isSuperAdmin, isInternal: false });
  }

  /** Endpoint permissions with which the caller can send a request now. */
  async endpointPermissions(caller: EngineCaller): Promise<readonly string[]> {
    const known = await this.known(caller);
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
    return PERMITTED_ENDPOINTS.filter((access) =>
      methods.some((one) => !this.deps.rest.accessErrorFor(known, caller, { access }, one))
    ).map(endpointPermission);
  }

  async showsHiddenUsers(caller: EngineCaller): Promise<boolean> {
    const known = await this.known(caller);
    return known !== undefined && this.deps.rest.isSuperAdmin(known, caller, USERS);
  }
}
