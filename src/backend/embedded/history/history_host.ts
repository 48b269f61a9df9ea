/** Connects the history service to the embedded engine. */
import { type HistoryHost, isNewest } from '../../changes/history/history_service';
import { isEntityType } from '../../api/change';
import type { EngineCaller, HistoryStore, HistoryType } from '../../api/engine';
import type { IdentityService } from '../authentication/identity_service';
import { entityTag } from '../rest/responses/entity_tag';
import type { EndpointName } from '../rest/request/request_context';
import { getResource } from '../rest/entities/resource';
import type { RestApi } from '../rest/rest_api';
import type { EntityStore } from '../configuration_store/entity_store';

interface HistoryHostDeps {
  readonly history: HistoryStore;
  readonly store: EntityStore;
  readonly identities: IdentityService;
  readonly rest: RestApi;
}

const DOCUMENT_ENDPOINTS = {
  config: 'CONFIG',
  audit: 'AUDIT',
  nodesdn: 'NODESDN',
  allowlist: 'ALLOWLIST',
  guardrails: 'CONFIG',
  connections: 'CONFIG',
} as const;

/** The management endpoint that controls access to a type. */
const getEndpoint = (type: HistoryType): EndpointName =>
  isEntityType(type) ? getResource(type).endpoint : DOCUMENT_ENDPOINTS[type];

export function historyHost(deps: HistoryHostDeps): HistoryHost<EngineCaller> {
  const { history, store, identities, rest } = deps;
  return {
    store: history,
    readErrors: async (caller, types) => {
      const known = identities.identify(caller);
      return types.map((type) =>
        rest.accessErrorFor(known, caller, { access: getEndpoint(type) }, 'GET')
      );
    },
    isSuperAdmin: (caller, type) => {
      const known = identities.identify(caller);
      return known !== undefined && rest.isSuperAdmin(known, caller, { access: getEndpoint(type) });
    },
    present: async (_caller, change) => {
      const { type, name, action, revision: recordedRevision } = change;
      if (type === 'connections')
        return { tag: undefined, isUnchanged: await isNewest(history, change) };
      const now = isEntityType(type) ? store.read(type, name) : store.document(type);
      const isUnchanged =
        action === 'delete' ? now === undefined : now?.revision === recordedRevision;
      return { tag: now && entityTag(now.revision), isUnchanged };
    },
    request: (caller, request) => rest.handle(caller, request),
  };
}
