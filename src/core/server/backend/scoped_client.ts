import type { Engine, RequestCaller } from '../../../backend/contract';
import type { ScopedEngineClient } from './types';

/** The engine on behalf of one caller; holds nothing that leads to another. */
export const scopedClient = (engine: Engine, caller: RequestCaller): ScopedEngineClient => ({
  request: (request) => engine.request(caller, request),
  find: (query) => engine.find(caller, query),
  auditEvents: (query) => engine.auditEvents(caller, query),
  history: {
    list: (query) => engine.history.list(caller, query),
    get: (id) => engine.history.get(caller, id),
    revert: (id, options) => engine.history.revert(caller, id, options),
  },
  explain: (question) => engine.explain(caller, question),
  effectivePermissions: (userName) => engine.effectivePermissions(caller, userName),
});
