import type { Backend } from '../contract/backend';
import type { Engine } from '../contract/engine';

/** The same engine with other members. */
export const decorated = (engine: Engine, members: Partial<Engine>): Engine => ({
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
  decide: (question) => engine.decide(question),
  explain: (caller, question) => engine.explain(caller, question),
  matrix: (caller, question) => engine.matrix(caller, question),
  impact: (caller, changes) => engine.impact(caller, changes),
  effectivePermissions: (caller, userName) => engine.effectivePermissions(caller, userName),
  ...members,
});

/** The same backend with other parts. */
export function decoratedBackend(backend: Backend, parts: Partial<Backend>): Backend {
  const { kind, features, status$, isWritable$, instanceId, engine, signIn, internal } = backend;
  const { savedObjects, sessions, preferences, supplies } = backend;
  const state = { kind, features, status$, isWritable$, instanceId, supplies };
  const own = { ...state, engine, signIn, internal, savedObjects, sessions, preferences };
  const figures = () => backend.figures?.() ?? {};
  return { ...own, figures, stop: () => backend.stop(), ...parts };
}
