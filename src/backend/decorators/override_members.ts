import type { Backend } from '../api/backend';
import type { Engine } from '../api/engine';

/** The same engine with other members. */
export const overrideEngine = (engine: Engine, members: Partial<Engine>): Engine => ({
  features: engine.features,
  identityMaxAgeMs: engine.identityMaxAgeMs,
  identify: (caller) => engine.identify(caller),
  request: (caller, request) => engine.request(caller, request),
  changeTogether: (caller, requests, options) => engine.changeTogether(caller, requests, options),
  find: (caller, query) => engine.find(caller, query),
  auditEvents: (caller, query) => engine.auditEvents(caller, query),
  history: engine.history,
  factors: engine.factors,
  apiKeys: engine.apiKeys,
  indices: engine.indices,
  decide: (request) => engine.decide(request),
  explain: (caller, request) => engine.explain(caller, request),
  matrix: (caller, request) => engine.matrix(caller, request),
  impact: (caller, changes) => engine.impact(caller, changes),
  effectivePermissions: (caller, userName) => engine.effectivePermissions(caller, userName),
  ...members,
});

/** The same backend with other parts. */
export function overrideBackend(backend: Backend, parts: Partial<Backend>): Backend {
  const { kind, features, status$, isWritable$, instanceId, engine, login, internal } = backend;
  const { savedObjects, sessions, preferences, supplies } = backend;
  const state = { kind, features, status$, isWritable$, instanceId, supplies };
  const own = { ...state, engine, login, internal, savedObjects, sessions, preferences };
  const figures = () => backend.figures?.() ?? {};
  return { ...own, figures, stop: () => backend.stop(), ...parts };
}
