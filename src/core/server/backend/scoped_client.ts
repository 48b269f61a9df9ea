import type { Engine, RequestCaller } from '../../../backend/api';
import type { ScopedEngineClient } from './types';

/** The engine on behalf of one caller; holds nothing that leads to another. */
export const scopedClient = (engine: Engine, caller: RequestCaller): ScopedEngineClient => ({
  request: engine.request.bind(engine, caller),
  changeTogether: engine.changeTogether.bind(engine, caller),
  find: engine.find.bind(engine, caller),
  auditEvents: engine.auditEvents.bind(engine, caller),
  history: {
    list: engine.history.list.bind(engine.history, caller),
    get: engine.history.get.bind(engine.history, caller),
    revert: engine.history.revert.bind(engine.history, caller),
  },
  factors: {
    state: engine.factors.state.bind(engine.factors, caller),
    ofUsers: engine.factors.ofUsers.bind(engine.factors, caller),
    begin: engine.factors.begin.bind(engine.factors, caller),
    confirm: engine.factors.confirm.bind(engine.factors, caller),
    rename: engine.factors.rename.bind(engine.factors, caller),
    remove: engine.factors.remove.bind(engine.factors, caller),
    renewRecoveryCodes: engine.factors.renewRecoveryCodes.bind(engine.factors, caller),
    reset: engine.factors.reset.bind(engine.factors, caller),
  },
  apiKeys: {
    own: engine.apiKeys.own.bind(engine.apiKeys, caller),
    create: engine.apiKeys.create.bind(engine.apiKeys, caller),
    revokeOwn: engine.apiKeys.revokeOwn.bind(engine.apiKeys, caller),
    list: engine.apiKeys.list.bind(engine.apiKeys, caller),
    revoke: engine.apiKeys.revoke.bind(engine.apiKeys, caller),
  },
  indices: {
    preview: engine.indices.preview.bind(engine.indices, caller),
    names: engine.indices.names.bind(engine.indices, caller),
    fields: engine.indices.fields.bind(engine.indices, caller),
  },
  explain: engine.explain.bind(engine, caller),
  impact: engine.impact.bind(engine, caller),
  matrix: engine.matrix.bind(engine, caller),
  effectivePermissions: engine.effectivePermissions.bind(engine, caller),
});
