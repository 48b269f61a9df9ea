/**
 * Login and logout with a real Keycloak that is OpenID and SAML provider at the same time: complete
 * browser journeys, and the logout messages of Keycloak.
 */
import { configure, domain, PASSWORDS } from '../../src/backend/testing/domains';
import { FormBrowser } from '../helpers/form_browser';
import { serviceKeys } from '../helpers/saml_provider';
import { put, startSecurityServer, type SecurityServer } from '../helpers/security_server';
import { waitForCondition } from '../helpers/wait_for';
import { Realm, USER } from './realm';

jest.setTimeout(90_000);

/** The public URL, as browsers see it. */
const BASE = 'http://dashboards.test';
const SECRET = 'a secret of this client alone';
const OPENID = 'dashboards';
const SAML = 'dashboards-saml';
const DEEP = '/app/test?security_tenant=global#/deep?x=1';
const keys = serviceKeys();

let realm: Realm;
let server: SecurityServer | undefined;
beforeAll(async () => {
  realm = await Realm.make();
  server = await startSecurityServer({
    config: {
      auth: { type: ['basicauth', 'openid', 'saml'], multiple_auth_enabled: true },
      openid: {
        connect_url: realm.discovery,
        client_id: OPENID,
        client_secret: SECRET,
        scope: 'openid profile',
        base_redirect_url: BASE,
      },
    },
  });
  await registerOpenId(server.url);
  await configureEngine(server);
  await registerSaml(server.url);
});
afterAll(async () => {
  await server?.stop();
  await realm?.remove();
});

const running = (): SecurityServer => server as SecurityServer;

async function registerOpenId(url: string): Promise<void> {
  await realm.addClient({
    clientId: OPENID,
    secret: SECRET,
    standardFlowEnabled: true,
    redirectUris: [`${BASE}/auth/openid/login`],
    attributes: {
      'post.logout.redirect.uris': BASE,
      'backchannel.logout.url': `${url}/auth/openid/backchannel_logout`,
      'backchannel.logout.session.required': 'true',
    },
    frontchannelLogout: false,
    protocolMappers: [
      {
        name: 'roles',
        protocol: 'openid-connect',
        protocolMapper: 'oidc-usermodel-realm-role-mapper',
        config: { 'claim.name': 'roles', 'id.token.claim': 'true', multivalued: 'true' },
      },
    ],
  });
}

async function configureEngine(started: SecurityServer): Promise<void> {
  const openid = domain('openid', {
    openid_connect_url: realm.discovery,
    subject_key: 'preferred_username',
    roles_key: 'roles',
    required_audience: [OPENID],
  });
  const saml = {
    idp: { metadata_url: realm.metadata, entity_id: realm.url },
    sp: { entity_id: SAML, signature_private_key: keys.privateKey },
    kibana_url: BASE,
    roles_key: 'Role',
    exchange_key: 'a text of more than thirty-two characters',
  };
  const http_authenticator = { type: 'saml', challenge: true, config: saml };
  const quiet = { ...PASSWORDS, http_authenticator: { type: 'basic', challenge: false } };
  await configure(started.engine, {
    authc: {
      tokens: openid,
      sso: { ...domain('saml', {}), order: 1, http_authenticator },
      passwords: quiet,
    },
  });
  await put(started, 'rolesmapping/kibana_user', { backend_roles: [USER.role] });
}

/**
 * Registers the product by its own metadata: Keycloak encrypts for its certificate and requires
 * signed requests.
 */
async function registerSaml(url: string): Promise<void> {
  const metadata = await fetch(`${url}/_opendistro/_security/saml/metadata`);
  const client = await realm.clientOf(await metadata.text());
  expect(client['clientId']).toBe(SAML);
  const { attributes, ...rest } = client as { attributes: Record<string, string> };
  expect(attributes['saml.client.signature']).toBe('true');
  await realm.addClient({
    ...rest,
    frontchannelLogout: true,
    attributes: {
      ...attributes,
      'saml.server.signature': 'true',
      'saml.assertion.signature': 'true',
      'saml.encrypt': 'true',
      'saml.signature.algorithm': 'RSA_SHA256',
      saml_name_id_format: 'username',
      saml_force_name_id_format: 'true',
      saml_single_logout_service_url_redirect: `${BASE}/_opendistro/_security/saml/logout`,
    },
  });
}

const browser = (): FormBrowser => new FormBrowser(new Map([[BASE, running().url]]));

/**
 * Logs in from the entry point of a login method. Fills in Keycloak's form if the user has no
 * session there.
 */
async function login(user: FormBrowser, way: 'openid' | 'saml', nextUrl = '/app/test') {
  const entrance = `${BASE}/auth/${way}/login?nextUrl=${encodeURIComponent(nextUrl)}`;
  const page = await user.settle(await user.open(entrance));
  if (page.url.origin !== realm.origin) return { page, isAsked: false };
  const sent = await user.submit(page, { username: USER.name, password: USER.password });
  return { page: await user.settle(sent), isAsked: true };
}

async function whoami(user: FormBrowser) {
  const { status, text } = await user.open(`${BASE}/api/test/whoami`);
  return status === 200 ? (JSON.parse(text) as { user: string }).user : status;
}

const logout = async (user: FormBrowser) => user.settle(await user.open(`${BASE}/auth/logout`));

describe.each(['openid', 'saml'] as const)('%s', (way) => {
  it('logs in to the requested page with roles, and logs out at both sides', async () => {
    const user = browser();
    const { page, isAsked } = await login(user, way, DEEP);
    expect([isAsked, page.status, page.url.href]).toEqual([true, 200, BASE + DEEP]);
    const account = await user.open(`${BASE}/api/v1/auth/authinfo`);
    expect(JSON.parse(account.text)).toMatchObject({
      user_name: USER.name,
      backend_roles: expect.arrayContaining([USER.role]),
      roles: expect.arrayContaining(['kibana_user']),
    });
    const type = await user.open(`${BASE}/api/v1/auth/type`);
    expect(JSON.parse(type.text)).toEqual({ currentAuthType: way });
    const left = await logout(user);
    expect(left.url.origin).toBe(BASE);
    expect(await whoami(user)).toBe(401);
    // Keycloak asks for credentials, so its own session has ended, too.
    expect((await login(user, way)).isAsked).toBe(true);
    expect(await whoami(user)).toBe(USER.name);
  });

  it('accepts a new key of Keycloak', async () => {
    await realm.rotateKeys();
    // Keys are fetched at limited intervals, and a response is accepted only once, so the first
    // login may fail.
    for (const each of ['openid', 'saml'] as const)
      await waitForCondition(async () => {
        const user = browser();
        await login(user, each);
        return (await whoami(user)) === USER.name;
      });
  });
});

it('receives encrypted and signed SAML assertions', async () => {
  const user = browser();
  const entrance = await user.open(`${BASE}/auth/saml/login`);
  const sent = await user.submit(entrance, { username: USER.name, password: USER.password });
  const [, value = ''] = /name="SAMLResponse" value="([^"]+)"/i.exec(sent.text) ?? [];
  const xml = Buffer.from(value, 'base64').toString();
  expect(xml).toContain('EncryptedAssertion>');
  expect(xml).not.toContain('<saml:Assertion');
  await user.settle(sent);
  expect(await whoami(user)).toBe(USER.name);
  // A response is accepted only once, from any browser.
  const again = await browser().settle(sent);
  expect([again.url.pathname, again.url.search]).toEqual(['/app/login', '?problem=round']);
});

it('ends the SAML session when the same user logs out by OpenID', async () => {
  const user = browser();
  await login(user, 'saml');
  const bySaml = user.splitOff(BASE);
  expect((await login(user, 'openid')).isAsked).toBe(false);
  const stranger = browser();
  await login(stranger, 'saml');
  const left = await logout(user);
  const errors = running()
    .logs()
    .match(/A SAML logout request was rejected.{0,300}/g);
  expect([left.url.href, errors]).toEqual([`${BASE}/app/login`, null]);
  expect([await whoami(user), await whoami(bySaml)]).toEqual([401, 401]);
  expect(await whoami(stranger)).toBe(USER.name);
});

it('ends a session immediately on a back-channel logout of Keycloak', async () => {
  // A logout message may be lost if its key is not known yet, because keys are fetched at limited
  // intervals.
  await waitForCondition(async () => {
    const user = browser();
    await login(user, 'openid');
    expect(await whoami(user)).toBe(USER.name);
    await realm.logoutUser();
    return (await whoami(user)) === 401;
  });
});

describe('tokens with a lifetime of seconds', () => {
  beforeAll(() => realm.change({ accessTokenLifespan: 8 }));
  afterAll(() => realm.change({ accessTokenLifespan: 300 }));

  it('are refreshed in the background until Keycloak stops extending them', async () => {
    const user = browser();
    await login(user, 'openid');
    const before = await realm.countOfRenewals();
    await waitForCondition(async () => {
      expect(await whoami(user)).toBe(USER.name);
      return (await realm.countOfRenewals()) > before;
    });
    // Without an extension the session ends with its token.
    await realm.change({ ssoSessionMaxLifespan: 1 });
    await waitForCondition(async () => (await whoami(user)) === 401);
    await realm.change({ ssoSessionMaxLifespan: 36_000 });
  });
});
