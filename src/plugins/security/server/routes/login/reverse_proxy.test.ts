/**
 * Tests behind a reverse proxy that terminates TLS and serves this server below a path: every login
 * and logout, with the addresses and cookies that browsers need there.
 */
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { Agent, fetch as fetchBy } from 'undici';
import { Authority } from '../../../../../../test/helpers/certificates';
import { FormBrowser, type FormPage } from '../../../../../../test/helpers/form_browser';
import { OpenIdPeer } from '../../../../../../test/helpers/openid_provider';
import { SamlProviderDouble } from '../../../../../../test/helpers/saml_provider';
import {
  ADMIN,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { configure, domain, PASSWORDS } from '../../../../../backend/testing/domains';

jest.setTimeout(120_000);

const BELOW = '/dash';
const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) } as const;
const COOKIE = 'security_authentication';
const DEEP = '/app/test?a=1#/deep';
const CLAIMS = { subject_key: 'sub', roles_key: 'roles', required_audience: [CLIENT.client_id] };

let authority: Authority;
let saml: SamlProviderDouble;
let agent: Agent;
beforeAll(async () => {
  authority = await Authority.make();
  saml = await SamlProviderDouble.make();
  agent = new Agent({ connect: { ca: authority.files.cert } });
});
afterAll(async () => {
  await agent?.close();
  authority?.remove();
});

/** Public side of the setup: forwards requests below the path and adds the user's headers. */
class ReverseProxy {
  private server: Server | undefined;
  behind = 0;
  readonly urls: string[] = [];

  constructor(private readonly stripsPath: boolean) {}

  async start(): Promise<void> {
    const { cert, key } = await authority.issue('C=DE, CN=proxy', { isServer: true });
    this.server = createServer({ cert, key }, (request, response) => this.pass(request, response));
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
  }

  get origin(): string {
    return `https://localhost:${(this.server?.address() as AddressInfo).port}`;
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const { url = '', method, headers } = request;
    this.urls.push(url);
    if (!url.startsWith(BELOW)) return void response.writeHead(404).end('not below');
    const passed = forward(
      {
        host: '127.0.0.1',
        port: this.behind,
        method,
        path: this.stripsPath ? url.slice(BELOW.length) || '/' : url,
        headers: {
          ...headers,
          'x-forwarded-for': request.socket.remoteAddress,
          'x-forwarded-host': headers.host,
          'x-forwarded-proto': 'https',
        },
      },
      (result) => {
        response.writeHead(result.statusCode ?? 502, result.headers);
        result.pipe(response);
      }
    );
    passed.on('error', () => response.writeHead(502).end());
    request.pipe(passed);
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}

describe.each([
  ['keeps the path', true],
  ['removes the path', false],
] as const)('a proxy that %s', (_what, rewriteBasePath) => {
  let proxy: ReverseProxy;
  let peer: OpenIdPeer | undefined;
  let server: SecurityServer | undefined;
  let base: string;

  beforeAll(async () => {
    proxy = new ReverseProxy(!rewriteBasePath);
    await proxy.start();
    base = proxy.origin + BELOW;
    peer = new OpenIdPeer({
      client: {
        ...CLIENT,
        redirect_uris: [`${base}/auth/openid/login`],
        post_logout_redirect_uris: [base],
      },
    });
    await peer.start();
    server = await startSecurityServer({
      server: { basePath: BELOW, rewriteBasePath, trustedProxies: ['127.0.0.1'] },
      config: {
        auth: { type: ['basicauth', 'openid', 'saml'], multiple_auth_enabled: true },
        openid: {
          ...CLIENT,
          connect_url: peer.connectUrl,
          scope: 'openid profile',
          trust_dynamic_headers: true,
        },
      },
    });
    proxy.behind = Number(new URL(server.url).port);
    await configureEngine(server, peer.connectUrl);
  });
  afterAll(async () => {
    await server?.stop();
    await peer?.stop();
    await proxy?.stop();
  });

  async function configureEngine(started: SecurityServer, url: string): Promise<void> {
    const config = {
      idp: { metadata_content: saml.metadata, entity_id: saml.entityId },
      sp: { entity_id: 'dashboards' },
      kibana_url: base,
      roles_key: 'groups',
      exchange_key: 'a text of more than thirty-two characters',
    };
    const http_authenticator = { type: 'saml', challenge: true, config };
    const quiet = {
      ...PASSWORDS,
      order: 0,
      http_authenticator: { type: 'basic', challenge: false },
    };
    await configure(started.engine, {
      authc: {
        tokens: { ...domain('openid', { openid_connect_url: url, ...CLAIMS }), order: 1 },
        sso: { ...domain('saml', {}), order: 2, http_authenticator },
        passwords: quiet,
      },
    });
    await put(started, 'rolesmapping/kibana_user', { backend_roles: ['dev', 'all_access'] });
  }

  const browser = (): FormBrowser =>
    new FormBrowser(
      new Map(),
      (url, init) => fetchBy(url as string, { ...(init as object), dispatcher: agent }) as never
    );
  const whoami = async (user: FormBrowser) => {
    const { status, text } = await user.open(`${base}/api/test/whoami`);
    return status === 200 ? (JSON.parse(text) as { user: string }).user : status;
  };
  /** The session cookie is limited to this path and to TLS. */
  const expectSafeCookie = (user: FormBrowser): void => {
    const lines = user.cookieLines.filter((line) => line.startsWith(`${COOKIE}=`));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/; Path=\/dash;.*HttpOnly;.*Secure/i);
  };
  const loginUrl = (method: string) =>
    `${base}/auth/${method}/login?nextUrl=${encodeURIComponent(BELOW + DEEP)}`;

  it('logs in with a password and logs out', async () => {
    const user = browser();
    const redirected = await user.open(`${base}/app/test`);
    expect(redirected.url.href).toBe(`${base}/app/login?nextUrl=%2Fdash%2Fapp%2Ftest`);
    const body = { username: ADMIN.username, password: ADMIN.password };
    expect((await user.call('POST', `${base}/auth/login`, body)).status).toBe(200);
    expectSafeCookie(user);
    expect(await whoami(user)).toBe(ADMIN.username);
    const out = await user.open(`${base}/auth/logout`);
    expect(out.url.href).toBe(`${base}/app/login`);
    expect(await whoami(user)).toBe(401);
  });

  it('logs in through OpenID, returns to the page and logs out at the provider', async () => {
    const user = browser();
    const consent = await user.open(loginUrl('openid'));
    expect(consent.url.origin).toBe(peer?.issuer);
    const inside = await user.open(`${consent.url.href}?name=jane`, consent.url);
    expect([inside.status, inside.url.href]).toEqual([200, base + DEEP]);
    expectSafeCookie(user);
    expect(await whoami(user)).toBe('jane');
    const loggedOut = await user.open(`${base}/auth/logout`);
    expect(loggedOut.url.origin).toBe(peer?.issuer);
    expect(loggedOut.url.searchParams.get('post_logout_redirect_uri')).toBe(base);
    expect(await whoami(user)).toBe(401);
  });

  it('logs in through SAML, returns to the page and logs out at the provider', async () => {
    const user = browser();
    const redirect = await user.request('GET', loginUrl('saml'));
    const away = new URL(redirect.headers.get('location') ?? '');
    expect(away.origin).toBe('https://idp.example.com');
    const [, requestId = ''] = /ID="([^"]+)"/.exec(inflated(away)) ?? [];
    const recipient = `${base}/_opendistro/_security/saml/acs`;
    expect(inflated(away)).toContain(`AssertionConsumerServiceURL="${recipient}"`);
    const xml = saml.signed({ recipient, audience: 'dashboards', requestId, roles: ['dev'] });
    const inside = await user.settle(await user.submit(pageOfProvider(recipient, xml)));
    expect([inside.status, inside.url.href]).toEqual([200, base + DEEP]);
    expectSafeCookie(user);
    expect(await whoami(user)).toBe('jdoe');
    const out = await user.request('GET', `${base}/auth/logout`);
    expect(out.headers.get('location')).toMatch(
      /^https:\/\/idp\.example\.com\/SingleLogoutService\?/
    );
    expect(await whoami(user)).toBe(401);
  });

  it('never redirects outside the path', () => {
    expect(proxy.urls.filter((url) => !url.startsWith(BELOW))).toEqual([]);
  });
});

const inflated = ({ searchParams }: URL): string =>
  inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString();

const pageOfProvider = (action: string, xml: string): FormPage => ({
  url: new URL('https://idp.example.com/page'),
  status: 200,
  text: `<form action="${action}"><input name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}"></form>`,
});
