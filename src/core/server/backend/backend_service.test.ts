/** The backend as plugins can access it. */
import { EMPTY } from 'rxjs';
import { tmpdir } from 'node:os';
import type { Backend, PageCaller, RequestCaller, HttpMethod } from '../../../backend/api';
import { coreMock } from '../mocks';
import type { CoreSetup } from '../plugins';
import { getViews, BackendService } from './backend_service';
import type { EmbeddedEngine } from '../../../backend/embedded';
import { WorkerPool } from '../../../workers';
import { loadConfig } from '../config';
import { parseArguments } from '../config/arguments';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

const { core, engine: client } = coreMock.createSetup();

/** Responds with the caller that it received. */
const telling = async (caller: RequestCaller) => ({ statusCode: 200, headers: {}, body: caller });

function views() {
  const secret = jest.fn(telling);
  const backend = {
    kind: 'embedded',
    features: core.engine.features,
    status$: EMPTY,
    engine: { ...client, features: core.engine.features, request: secret, identify: telling },
    login: {},
    internal: {},
    stop: jest.fn(),
  } as unknown as Backend;
  return {
    backend,
    secret,
    ...getViews(
      backend,
      jest.fn(),
      { parse: jest.fn(), change: jest.fn() },
      coreMock.createLogger()
    ),
  };
}

const call = { method: 'GET', path: '/' } as const;

it('sends requests as the authenticated user with the current tenant, else as anonymous', async () => {
  const { engine } = views();
  const auth = coreMock.createAuth({ userName: 'jdoe', tenant: 'sales' });
  const asUser = engine.asScoped(coreMock.createRequest({ auth }));
  expect((await asUser.request(call)).body).toEqual(auth.caller);
  const anonymousEngine = engine.asScoped(coreMock.createRequest({ remoteAddress: '192.0.2.7' }));
  expect((await anonymousEngine.request(call)).body).toEqual({
    kind: 'anonymous',
    remoteAddress: '192.0.2.7',
  });
});

it('treats forged internal callers as anonymous', async () => {
  const { engine, privileged } = views();
  const forged = { kind: 'internal' } as unknown as PageCaller;
  const auth = { ...coreMock.createAuth(), caller: forged };
  const request = coreMock.createRequest({ auth });
  const anonymous = { kind: 'anonymous', remoteAddress: undefined };
  expect((await engine.asScoped(request).request(call)).body).toEqual(anonymous);
  expect((await privileged.asCaller(forged).request(call)).body).toEqual(anonymous);
  expect(await privileged.identify(forged)).toMatchObject({ body: anonymous });
});

it('accepts certificate callers from login plugins, never from pages', async () => {
  const { engine, privileged } = views();
  const caller = { kind: 'certificate', tls: { peer: [{ subject: 'CN=admin' }] } };
  expect((await privileged.asCaller(caller as never).request(call)).body).toEqual(caller);
  const auth = { ...coreMock.createAuth(), caller: caller as never };
  const scoped = engine.asScoped(coreMock.createRequest({ auth }));
  expect((await scoped.request(call)).body).toMatchObject({ kind: 'anonymous' });
});

it('exposes neither the engine, its stop method nor internal operations through a view', () => {
  const { backend, engine, privileged } = views();
  const reachable = (root: object): unknown[] => {
    const clients = new Set<unknown>();
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || clients.has(value)) return;
      clients.add(value);
      Object.values(value).forEach(visit);
    };
    visit(root);
    return [...clients];
  };
  const scoped = engine.asScoped(coreMock.createRequest());
  for (const view of [engine, scoped, privileged]) {
    expect(reachable(view)).not.toContain(backend);
    expect(reachable(view)).not.toContain(backend.engine);
    expect(view).not.toHaveProperty('stop');
  }
  for (const view of [engine, scoped]) expect(reachable(view)).not.toContain(backend.internal);
});

/** Never called: the type check tests it (`npm run check`). */
export function typesOfPlugins({ engine, ...rest }: CoreSetup, caller: RequestCaller): void {
  // @ts-expect-error plugins cannot access the engine itself
  void engine.engine;
  // @ts-expect-error plugins cannot stop the engine
  void engine.stop;
  // @ts-expect-error login requires a privilege
  void rest.backend.login;
  // @ts-expect-error plugins cannot act as the server
  caller = { kind: 'internal' };
  void caller;
}

const load = async (...settings: string[]) => {
  const args = parseArguments(settings.map((setting) => `--engine.${setting}`));
  return (await loadConfig({ args, env: {}, root: tmpdir() })).core;
};

describe('settings of the section engine', () => {
  let dataPath: string;
  let service: BackendService;
  const workers = new WorkerPool();
  afterAll(() => workers.stop());
  beforeEach(() => {
    dataPath = temporaryFolder();
  });
  afterEach(async () => {
    await service.stop();
  });

  async function start(...settings: string[]): Promise<EmbeddedEngine> {
    service = new BackendService();
    const { backend } = await service.setup({
      config: await load(...settings),
      dataPath,
      isDemo: false,
      initialAdminPassword: 'Correct-Horse-7-Battery-Staple-9',
      workers,
      log: coreMock.createLogger(),
    });
    return backend.engine as EmbeddedEngine;
  }

  const call = (engine: EmbeddedEngine, method: HttpMethod, path: string, body?: unknown) =>
    engine.request({ kind: 'internal' }, { method, path: `/_plugins/_security/api/${path}`, body });

  // @asvs V2.1/1
  it('apply the password rules', async () => {
    const engine = await start(
      'restapi.password_min_length=30',
      'restapi.password_validation_regex=.*[0-9].*',
      'restapi.password_validation_error_message=Needs a digit'
    );
    const put = (password: string) => call(engine, 'PUT', 'internalusers/jdoe', { password });
    expect((await put('Vintage-Tractor-42')).body).toMatchObject({
      reason: 'Password is too short',
    });
    expect((await put('Vintage-Tractor-Without-Any-Digit')).body).toMatchObject({
      reason: 'Needs a digit',
    });
    expect((await put('Vintage-Tractor-With-Digits-42')).statusCode).toBe(201);
  });

  it('apply the distinguished names of nodes', async () => {
    expect((await call(await start(), 'GET', 'nodesdn')).statusCode).toBe(400);
    await service.stop();
    const engine = await start('nodes_dn_dynamic_config_enabled', 'nodes_dn=["CN=node1"]');
    expect((await call(engine, 'GET', 'nodesdn?show_all=true')).statusCode).not.toBe(500);
    const response = await engine.request(
      { kind: 'internal' },
      { method: 'GET', path: '/_plugins/_security/api/nodesdn', query: { show_all: 'true' } }
    );
    expect(response.body).toEqual({ STATIC_OPENSEARCH_YML_NODES_DN: { nodes_dn: ['CN=node1'] } });
  });
});
