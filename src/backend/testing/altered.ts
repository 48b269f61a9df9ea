/** Backends that differ from a real one in something, for tests of what stands on them. */
import { decorated, decoratedBackend } from '../decorators/decorated';
import { absentFeature } from '../contract/features';
import type { Backend, Engine, FeatureName, SignIn } from '../contract';

export { decorated as engineWith, decoratedBackend as backendWith };

/** The same backend, proving who somebody is by other members. */
export function signingInBy(backend: Backend, members: Partial<SignIn>): Backend {
  const { signIn } = backend;
  return decoratedBackend(backend, {
    signIn: {
      methods: signIn.methods,
      headers: signIn.headers,
      authenticate: (request) => signIn.authenticate(request),
      refused: async (method, remoteAddress) => signIn.refused?.(method, remoteAddress),
      begin: (method, input) => signIn.begin(method, input),
      complete: (method, state, input) => signIn.complete(method, state, input),
      refresh: (principal) => signIn.refresh(principal),
      signOut: (principal) => signIn.signOut(principal),
      signedOutByProvider: async (method, input) => signIn.signedOutByProvider?.(method, input),
      description: async (method) => signIn.description?.(method),
      ...members,
    },
  });
}

/** Members whose feature is lacking answer as the contract says. */
export const withoutFeatures =
  (...names: readonly FeatureName[]) =>
  (backend: Backend): Backend => {
    const lacking = Object.fromEntries(names.map((name) => [name, false]));
    const features = { ...backend.features, ...lacking };
    const members = names.map((name) => ABSENT[name] ?? {});
    const engine = decorated(backend.engine, Object.assign({ features }, ...members));
    return decoratedBackend(backend, { features, engine });
  };

const noHistory = async () => absentFeature('history');

const ABSENT: Partial<Record<FeatureName, Partial<Engine>>> = {
  changeSets: { changeTogether: async () => absentFeature('changeSets') },
  find: { find: async () => absentFeature('find') },
  auditEvents: { auditEvents: async () => absentFeature('auditEvents') },
  history: {
    history: {
      list: noHistory,
      get: noHistory,
      revert: async () => absentFeature('history').response,
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

/** A backend that nobody reaches while `isDown`. */
export function unreachableWhile(isDown: () => boolean, backend: Backend): Backend {
  const reached =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (isDown()) throw new Error('connect ECONNREFUSED');
      return call(...args);
    };
  const { engine, signIn, internal } = backend;
  const signedIn = signingInBy(backend, {
    authenticate: reached((request) => signIn.authenticate(request)),
    begin: reached((method, input) => signIn.begin(method, input)),
    signOut: reached((principal) => signIn.signOut(principal)),
  });
  return decoratedBackend(signedIn, {
    engine: decorated(engine, {
      identify: reached((caller) => engine.identify(caller)),
      request: reached((caller, request) => engine.request(caller, request)),
      find: reached((caller, query) => engine.find(caller, query)),
    }),
    internal: {
      tenancySettings: reached(() => internal.tenancySettings()),
      tenantNames: reached(() => internal.tenantNames()),
    },
  });
}
