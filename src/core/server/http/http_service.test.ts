import { writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { connect } from 'node:tls';
import { Authority } from '../../../../test/helpers/certificates';
import { loadConfig } from '../config';
import { coreMock } from '../mocks';
import { HttpService, type InternalHttpServiceSetup } from './http_service';
import { call, JSON_TYPE, loggedIn, startHttp, stopHttp, trackHttp } from './mocks';

afterEach(stopHttp);

describe('paths without a route', () => {
  const known = (http: InternalHttpServiceSetup) => http.registerAuth(() => loggedIn());

  it.each([
    ['/nothing', 404, undefined],
    ['/a/b/?x=1', 301, '/a/b?x=1'],
    ['//evil.example/', 404, undefined],
    ['/\\evil.example/', 400, undefined],
  ])('respond to %s with %d', async (path, status, location) => {
    const { get } = await startHttp(known);
    const response = await get(path);
    expect([response.status, response.headers.location]).toEqual([status, location]);
  });

  it('show browser users a page, and scripts JSON', async () => {
    const { get } = await startHttp((http) => {
      http.registerAuth(() => loggedIn());
      http.setFailurePageRenderer(({ basePath }, { statusCode }) => ({
        statusCode,
        body: `a page of ${basePath || 'here'}`,
      }));
    });
    const html = { accept: 'text/html,*/*' };
    expect(await get('/nothing', html)).toMatchObject({ status: 404, text: 'a page of here' });
    for (const [path, headers] of [
      ['/nothing', {}],
      ['/api/nothing', html],
    ] as const)
      expect((await get(path, headers)).json).toMatchObject({ message: 'Not Found' });
  });

  it('respond to other methods with 404 for all callers', async () => {
    const { send } = await startHttp(() => undefined);
    expect((await send('POST', '/nothing', '{}', JSON_TYPE)).json).toEqual({
      statusCode: 404,
      error: 'Not Found',
      message: 'Not Found',
      attributes: { code: 'core.status.not_found' },
      requestId: expect.any(String),
    });
  });
});

describe('base path', () => {
  const withPage = (http: InternalHttpServiceSetup) => {
    http.registerAuth(() => loggedIn());
    http
      .createRouter()
      .get({ path: '/app/x', validate: false, options: { access: 'user' } }, (request, response) =>
        response.ok({
          body: { basePath: request.basePath, path: request.url.pathname },
          cookies: [{ name: 'a', value: 'b' }],
        })
      );
  };

  it('is removed when this server rewrites, and paths outside it lead to 404', async () => {
    const { get, service } = await startHttp(withPage, {
      'server.basePath': '/base',
      'server.rewriteBasePath': 'true',
    });
    expect(service.url).toMatch(/\/base$/);
    const inside = await get('/base/app/x?a=1');
    expect(inside.json).toEqual({ basePath: '/base', path: '/app/x' });
    expect(inside.headers['set-cookie']).toEqual(['a=b; Path=/base; HttpOnly']);
    expect((await get('/app/x')).status).toBe(404);
    expect((await get('/base-but-not/app/x')).status).toBe(404);
    expect((await get('/base/app/x/')).headers.location).toBe('/base/app/x');
  });

  it('is left to the proxy otherwise', async () => {
    const { get } = await startHttp(withPage, { 'server.basePath': '/base' });
    expect((await get('/app/x')).json.basePath).toBe('/base');
    expect((await get('/base/app/x')).status).toBe(404);
  });
});

describe('entry points', () => {
  it('pass on the raw request below their prefix, without XSRF check or schema', async () => {
    const { send, get } = await startHttp((http) => {
      http.registerEntryPoint({
        prefix: '/_plugins/_security',
        maxBytes: 20,
        handler: async ({ method, path, query, rawBody }) => ({
          statusCode: 200,
          body: { method, path, query, rawBody },
        }),
      });
    });
    expect(
      (await send('PUT', '/_plugins/_security/api/roles/a%2Fb?x=1', '{"broken"', JSON_TYPE)).json
    ).toEqual({
      method: 'PUT',
      path: '/_plugins/_security/api/roles/a%2Fb',
      query: { x: '1' },
      rawBody: '{"broken"',
    });
    expect((await send('PUT', '/_plugins/_security/x', 'x'.repeat(21), JSON_TYPE)).status).toBe(
      413
    );
    expect((await get('/_plugins/_securityx')).status).toBe(401);
  });

  it('can match a single path, passing on clients with credentials, while browser users get a page', async () => {
    const { get } = await startHttp((http) => {
      http
        .createRouter()
        .get({ path: '/', validate: false, options: { access: 'public' } }, (_request, response) =>
          response.ok({ body: { page: true } })
        );
      for (const prefix of ['/', '/_cat/nodes']) {
        const handler = async () => ({ statusCode: 200, body: { entry: prefix } });
        http.registerEntryPoint({ prefix, isExact: true, handler });
      }
    });
    const asClient = { authorization: 'Basic eA==' };
    expect((await get('/')).json).toEqual({ page: true });
    expect((await get('/', asClient)).json).toEqual({ entry: '/' });
    expect((await get('/_cat/nodes')).json).toEqual({ entry: '/_cat/nodes' });
    expect((await get('/_cat/nodes/x', asClient)).status).toBe(401);
  });
});

describe('TLS', () => {
  it('uses a renewed certificate after a reload, and the old one while the files are invalid', async () => {
    const authority = await Authority.make();
    const [old, renewed] = [
      await authority.issue('C=DE, CN=old'),
      await authority.issue('C=DE, CN=new'),
    ];
    const { service } = await startHttp(() => undefined, {
      'server.ssl.enabled': 'true',
      'server.ssl.certificate': old.certFile,
      'server.ssl.key': old.keyFile,
    });
    const { port } = new URL(service.url);
    const servedName = () =>
      new Promise<string | string[]>((resolve, reject) => {
        const socket = connect({ port: Number(port), rejectUnauthorized: false }, () => {
          resolve(socket.getPeerCertificate().subject.CN);
          socket.destroy();
        }).on('error', reject);
      });
    expect(await servedName()).toBe('old');
    writeFileSync(old.certFile, renewed.cert);
    await expect(service.reloadTls()).rejects.toThrow('[server.ssl.key]: ');
    expect(await servedName()).toBe('old');
    writeFileSync(old.keyFile, renewed.key);
    await service.reloadTls();
    expect(await servedName()).toBe('new');
    authority.remove();
  });

  it.each([
    ['required', { own: 200, foreign: 'refused', none: 'refused' }],
    ['optional', { own: 200, foreign: 200, none: 200 }],
    ['none', { own: 200, foreign: 200, none: 200 }],
  ])(
    'decides during the handshake whom to accept with client certificates %s',
    async (mode, seen) => {
      const [authority, foreign] = await Promise.all([Authority.make(), Authority.make()]);
      const ssl = await authority.serverTls();
      const { service } = await startHttp((http) => http.registerAuth(() => loggedIn()), {
        'server.ssl.enabled': 'true',
        'server.ssl.certificate': String(ssl.certificate),
        'server.ssl.key': String(ssl.key),
        'server.ssl.certificateAuthorities': String(ssl.certificateAuthorities),
        'server.ssl.clientAuthentication': mode,
      });
      const { port } = new URL(service.url);
      const statusWith = (client: object) =>
        new Promise<number | string | undefined>((resolve) => {
          const options = { port, path: '/api/none', agent: false, rejectUnauthorized: false };
          get({ ...options, ...client }, (response) => {
            response.resume();
            resolve(response.statusCode === 404 ? 200 : response.statusCode);
          }).on('error', () => resolve('refused'));
        });
      const issued = async (by: Authority) => {
        const { cert, key } = await by.issue('C=DE, CN=client');
        return { cert, key };
      };
      expect({
        own: await statusWith(await issued(authority)),
        foreign: await statusWith(await issued(foreign)),
        none: await statusWith({}),
      }).toEqual(seen);
      authority.remove();
      foreign.remove();
    }
  );
});

describe('start and drain', () => {
  it('respond with 503 until the start is complete', async () => {
    const { core } = await loadConfig({
      args: { configFiles: [], settings: [['server.port', '0']] },
      env: {},
      root: '/nonexistent',
    });
    const service = new HttpService({
      config: core.server,
      productName: 'Shield',
      version: '1',
      log: coreMock.createLogger(),
    });
    trackHttp(service);
    service.setup();
    await service.listen();
    const response = await call(Number(new URL(service.url).port), 'GET', '/', undefined, {});
    expect(response).toMatchObject({
      status: 503,
      text: 'Shield server is not ready yet',
      headers: { 'retry-after': '30' },
    });
  });

  it('finish pending requests and close their connections', async () => {
    let finish!: () => void;
    let reach!: () => void;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const reached = new Promise<void>((resolve) => (reach = resolve));
    const { get, service } = await startHttp((http) => {
      http
        .createRouter()
        .get(
          { path: '/api/slow', validate: false, options: { access: 'public' } },
          async (_q, r) => {
            reach();
            await gate;
            return r.ok({ body: { done: true } });
          }
        );
    });
    const response = get('/api/slow', { connection: 'keep-alive' });
    await reached;
    const stopped = service.stop();
    finish();
    expect(await response).toMatchObject({
      status: 200,
      json: { done: true },
      headers: { connection: 'close' },
    });
    await stopped;
    await expect(get('/api/slow')).rejects.toThrow('ECONNREFUSED');
  });

  it('report in one line that the port is in use', async () => {
    const { service } = await startHttp(() => undefined);
    const { port } = new URL(service.url);
    await expect(startHttp(() => undefined, { 'server.port': port })).rejects.toThrow(
      `Port ${port} is already in use on 127.0.0.1.`
    );
  });
});
