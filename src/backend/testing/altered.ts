/** Backends with modified behavior, for tests of code that uses a backend. */
import { changeInSequence, notTried } from '../decorators/change_sequence';
import { overrideEngine, overrideBackend } from '../decorators/override_members';
import { absentFeature } from '../api/features';
import type { Backend, Engine, FeatureName, Login, LoginMethod } from '../api';

export { overrideEngine, overrideBackend };

interface AlteredLogin extends Partial<Pick<Login, 'authenticate'>> {
  /** Members that replace those of each login method. */
  readonly method?: (own: LoginMethod) => Partial<LoginMethod>;
}

/** A copy of a backend with an altered login. */
export function loggingInBy(backend: Backend, { method, authenticate }: AlteredLogin): Backend {
  const { login } = backend;
  const altered = (own: LoginMethod): LoginMethod =>
    Object.assign(Object.create(own) as LoginMethod, method?.(own));
  const methods = new Map([...login.methods].map(([id, own]) => [id, altered(own)]));
  return overrideBackend(backend, {
    login: { ...login, methods, ...(authenticate && { authenticate }) },
  });
}

/** A copy of a backend without these features. Their members return the documented error. */
export const withoutFeatures =
  (...names: readonly FeatureName[]) =>
  (backend: Backend): Backend => {
    const lacking = Object.fromEntries(names.map((name) => [name, false]));
    const features = { ...backend.features, ...lacking };
    const members = names.map((name) => ABSENT[name] ?? {});
    const { engine: own } = backend;
    const set = names.includes('changeSets') ? withoutChangeSets(own) : own;
    const engine = overrideEngine(set, Object.assign({ features }, ...members));
    return overrideBackend(backend, { features, engine });
  };

/** Changes of a set are made one by one. */
const withoutChangeSets = (engine: Engine): Engine =>
  overrideEngine(engine, {
    changeTogether: async (caller, requests, { isDryRun, signal }) =>
      isDryRun
        ? notTried
        : changeInSequence((request) => engine.request(caller, request), requests, signal),
  });

const noHistory = async () => absentFeature('history');

const ABSENT: Partial<Record<FeatureName, Partial<Engine>>> = {
  find: { find: async () => absentFeature('find') },
  auditEvents: { auditEvents: async () => absentFeature('auditEvents') },
  history: {
    history: {
      list: noHistory,
      get: noHistory,
      revert: async () => absentFeature('history').response,
      revertProposal: noHistory,
    },
  },
  decide: { decide: async () => absentFeature('decide') },
  explain: {
    explain: async () => absentFeature('explain'),
    impact: async () => absentFeature('explain'),
    matrix: async () => absentFeature('explain'),
  },
  effectivePermissions: {
    effectivePermissions: async () => absentFeature('effectivePermissions'),
  },
};

/** A backend that is unreachable while `isDown` returns `true`. */
export function unreachableWhile(isDown: () => boolean, backend: Backend): Backend {
  const reached =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (isDown()) throw new Error('connect ECONNREFUSED');
      return call(...args);
    };
  const { engine, login, internal } = backend;
  const loggedIn = loggingInBy(backend, {
    authenticate: reached((request) => login.authenticate(request)),
    method: (own) => ({
      begin: reached((input) => own.begin(input)),
      logout: reached(async (principal) => own.logout?.(principal) ?? {}),
    }),
  });
  return overrideBackend(loggedIn, {
    engine: overrideEngine(engine, {
      identify: reached((caller) => engine.identify(caller)),
      request: reached((caller, request) => engine.request(caller, request)),
      find: reached((caller, query) => engine.find(caller, query)),
    }),
    internal: {
      tenancySettings: reached(() => internal.tenancySettings()),
      tenantNames: reached(() => internal.tenantNames()),
      configuration: reached((known) => internal.configuration(known)),
      connectionChanged: internal.connectionChanged,
      administratorChanges: internal.administratorChanges,
    },
  });
}
