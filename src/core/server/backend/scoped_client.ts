import type { Engine, RequestCaller } from '../../../backend/contract';
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
  explain: engine.explain.bind(engine, caller),
  impact: engine.impact.bind(engine, caller),
  effectivePermissions: engine.effectivePermissions.bind(engine, caller),
});
