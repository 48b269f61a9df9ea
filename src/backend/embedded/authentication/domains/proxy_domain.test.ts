/** Authentication by proxy headers, client certificates and as anonymous user. */
import { cleanUp, clientOf, INTERNAL, startEngine } from '../../../testing/embedded';
import { ask, configure, domain, PASSWORDS, authenticated } from '../../../testing/domains';
import type { EmbeddedEngine } from '../../embedded_engine';
import type { TlsConnection } from '../../../api/engine';

afterEach(cleanUp);

const PROXY = domain('extended-proxy', {
  user_header: 'X-Proxy-User',
  roles_header: 'x-proxy-roles',
  roles_separator: '[;,]',
  attr_header_prefix: 'X-Proxy-Ext-',
});
const XFF = {
  enabled: true,
  internalProxies: '10\\.0\\.0\\.\\d+',
  remoteIpHeader: 'x-forwarded-for',
};
const HEADERS = {
  'x-proxy-user': 'jdoe',
  'x-proxy-roles': 'dev; ops,,',
  'x-proxy-ext-team': 'search',
  'x-forwarded-for': '192.0.2.7',
};
const FROM_PROXY = { peerAddress: '10.0.0.7' };

async function engineWithDomain(parts: Readonly<Record<string, unknown>>): Promise<EmbeddedEngine> {
  const { engine } = await startEngine();
  await configure(engine, parts);
  return engine;
}

describe('proxy domain', () => {
  const everything = { authc: { proxy: PROXY, passwords: PASSWORDS }, 'http/xff': XFF };

  it('accepts name, roles and attributes from a trusted proxy', async () => {
    const engine = await engineWithDomain(everything);
    expect((await authenticated(engine, HEADERS, FROM_PROXY)).principal).toMatchObject({
      userName: 'jdoe',
      provided: {
        type: 'extended-proxy',
        backendRoles: ['dev', 'ops'],
        attributes: { 'attr.proxy.username': 'jdoe', 'attr.proxy.team': 'search' },
      },
    });
  });

  it('rejects headers from other addresses, without forwarding header, or with forwarding disabled, and audits spoofing', async () => {
    const engine = await engineWithDomain(everything);
    const elsewhere = [{}, { peerAddress: '10.0.0.77.example' }, { peerAddress: '110.0.0.7' }];
    for (const from of [...elsewhere, { peerAddress: '192.0.2.7', remoteAddress: '10.0.0.7' }])
      expect(await ask(engine, HEADERS, from)).toMatchObject({ ok: false, reason: 'invalid' });
    const { 'x-forwarded-for': _none, ...direct } = HEADERS;
    expect(await ask(engine, direct, FROM_PROXY)).toMatchObject({ reason: 'invalid' });
    const { events } = await engine.parts.audit.find({});
    const categories = events.map((event) => event['audit_category']);
    expect(categories).toEqual(expect.arrayContaining(['BAD_HEADERS', 'FAILED_LOGIN']));
    const forged = events.find((event) => event['audit_category'] === 'BAD_HEADERS');
    expect(forged).toMatchObject({ audit_request_effective_user: 'jdoe' });
    await configure(engine, { 'http/xff': { ...XFF, enabled: false } });
    expect(await ask(engine, HEADERS, FROM_PROXY)).toMatchObject({ reason: 'invalid' });
  });

  it('invalidates its users when other proxies are configured as trusted', async () => {
    const engine = await engineWithDomain(everything);
    const caller = await authenticated(engine, HEADERS, FROM_PROXY);
    expect(await engine.identify(caller)).toBeDefined();
    await configure(engine, { 'http/xff': { ...XFF, internalProxies: '10\\.0\\.0\\.1' } });
    expect(await engine.identify(caller)).toBeUndefined();
  });
});

describe('clientcert domain', () => {
  const subject = 'CN=Doe\\, Jane,OU=dev,OU=ops,O=Example';
  const peer = [{ subject }] as unknown as NonNullable<TlsConnection['peer']>;
  const tls: TlsConnection = { protocol: 'TLSv1.3', cipher: 'x', peer };
  const engineFor = (config: Readonly<Record<string, unknown>>) =>
    engineWithDomain({
      authc: { certificates: domain('clientcert', config), passwords: PASSWORDS },
    });

  it('takes user name and roles from the configured attributes of the subject', async () => {
    const engine = await engineFor({ username_attribute: 'cn', roles_attribute: 'OU' });
    const { principal } = await authenticated(engine, {}, { tls });
    expect(principal.userName).toBe('Doe, Jane');
    expect(principal.provided?.backendRoles).toEqual(['dev', 'ops']);
    const { peer: _none, ...unproven } = tls;
    expect(await ask(engine, {}, { tls: unproven })).toMatchObject({ reason: 'missing' });
    expect(await ask(engine, { 'x-client-cert': subject })).toMatchObject({ reason: 'missing' });
  });

  it('uses the whole subject by default, and ignores certificates of skipped users', async () => {
    const whole = await engineFor({});
    expect((await authenticated(whole, {}, { tls })).principal.userName).toBe(subject);
    await configure(whole, {
      authc: { certificates: domain('clientcert', { skip_users: ['CN=*'] }), passwords: PASSWORDS },
    });
    expect(await ask(whole, {}, { tls })).toMatchObject({ ok: false, reason: 'missing' });
  });
});

describe('anonymous access', () => {
  it('identifies requests without credentials as anonymous when enabled, and challenges them when they ask to log in', async () => {
    const engine = await engineWithDomain({ 'http/anonymous_auth_enabled': true });
    const session = {
      kind: 'user',
      principal: { userName: 'opendistro_security_anonymous' },
    } as const;
    await clientOf(engine, INTERNAL)('PUT', '/api/rolesmapping/readall', {
      backend_roles: ['opendistro_security_anonymous_backendrole'],
    });
    for (const caller of [{ kind: 'anonymous' }, session] as const)
      expect(await engine.identify(caller)).toMatchObject({ roles: ['readall'] });
    const anonymous = clientOf(engine, { kind: 'anonymous' });
    expect(await anonymous('GET', '/authinfo')).toMatchObject({ statusCode: 200 });
    const challenging = { query: { auth_type: 'saml' } };
    expect(await anonymous('GET', '/authinfo', undefined, challenging)).toMatchObject({
      statusCode: 401,
    });
    await configure(engine, { 'http/anonymous_auth_enabled': false });
    expect(await engine.identify(session)).toBeUndefined();
  });
});
