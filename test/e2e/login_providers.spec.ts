/**
 * Login through identity providers, in a browser: a certified OpenID provider and a SAML provider
 * on other sites beside the form, verified by the engine's own authentication domains.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { configure, domain, PASSWORDS } from '../../src/backend/testing/domains';
import { ADMIN_PASSWORD, startBrowserServer, type BrowserServer } from '../helpers/browser_server';
import { launchChromium, openProfile } from '../helpers/chromium';
import { connectUrlOf, futureIssuer, OpenIdPeer } from '../helpers/openid_provider';
import { SamlProviderDouble } from '../helpers/saml_provider';
import { put } from '../helpers/security_server';
import { waitForCondition } from '../helpers/wait_for';
import { submitCredentials } from './screens/login';

jest.setTimeout(300_000);

const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) } as const;
/** Local storage key of the remembered tenant. */
const SAVED = 'opendistro::security::tenant::saved';
const SESSION_COOKIE = 'security_authentication';
const DEEP = '/app/security/roles?security_tenant=global#/part';

let saml: SamlProviderDouble;
let samlPages: Server | undefined;
let openid: OpenIdPeer | undefined;
let server: BrowserServer | undefined;
let browser: Browser | undefined;

const peerFor = (base: string): OpenIdPeer =>
  new OpenIdPeer({
    client: {
      ...CLIENT,
      redirect_uris: [`${base}/auth/openid/login`],
      post_logout_redirect_uris: [base],
    },
  });

/**
 * Logs every user in as `jdoe`. Its pages are at `localhost`, while the server is at an IP address.
 */
async function startSaml(): Promise<SamlProviderDouble> {
  samlPages = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('content-type', 'text/html');
    if (pathname === '/link')
      return response.end(`<title>Elsewhere</title><a href="${searchParams.get('to')}">Open</a>`);
    if (pathname !== '/SingleSignOnService') return response.end('<title>Signed out there</title>');
    const asked = inflateRawSync(
      Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')
    ).toString();
    const said = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(asked)?.[1] ?? '';
    const recipient = said('AssertionConsumerServiceURL');
    const result = {
      recipient,
      audience: 'dashboards',
      requestId: said('ID'),
      roles: ['all_access'],
    };
    const value = Buffer.from(saml.signed(result)).toString('base64');
    return response.end(
      `<title>Provider</title><form method=post action="${recipient}"><input type=hidden name=SAMLResponse value="${value}"></form><script>document.forms[0].submit()</script>`
    );
  });
  await new Promise<void>((resolve) => samlPages?.listen(0, 'localhost', resolve));
  return SamlProviderDouble.make(`http://localhost:${(samlPages.address() as AddressInfo).port}`);
}

beforeAll(async () => {
  saml = await startSaml();
  browser = await launchChromium();
  // The provider is unreachable while the server starts.
  const issuer = await futureIssuer();
  server = await startBrowserServer([
    '--opensearch_security.auth.type=["basicauth","openid","saml"]',
    '--opensearch_security.auth.multiple_auth_enabled=true',
    '--opensearch_security.multitenancy.enabled=true',
    '--opensearch_security.ui.openid.login.buttonname=With OpenID',
    '--opensearch_security.ui.saml.login.buttonname=With SAML',
    `--opensearch_security.openid.connect_url=${connectUrlOf(issuer)}`,
    `--opensearch_security.openid.client_id=${CLIENT.client_id}`,
    `--opensearch_security.openid.client_secret=${CLIENT.client_secret}`,
    '--opensearch_security.openid.scope=openid profile',
  ]);
  openid = peerFor(server.url);
  openid.issuer = issuer;
  await openid.start();
  const { engine } = server;
  await configure(engine, {
    authc: {
      // Before the SAML domain, whose challenge ends the chain.
      passwords: {
        ...PASSWORDS,
        order: 0,
        http_authenticator: { type: 'basic', challenge: false },
      },
      openid: domain(
        'openid',
        {
          openid_connect_url: openid.connectUrl,
          subject_key: 'preferred_username',
          roles_key: 'roles',
          required_audience: CLIENT.client_id,
        },
        { order: 1 }
      ),
      saml: {
        ...domain('saml', {}, { order: 2 }),
        http_authenticator: {
          type: 'saml',
          challenge: true,
          config: {
            idp: { metadata_content: saml.metadata, entity_id: saml.entityId },
            sp: { entity_id: 'dashboards' },
            kibana_url: server.url,
            roles_key: 'groups',
            exchange_key: 'a text of more than thirty-two characters',
          },
        },
      },
    },
  });
  await put({ engine }, 'rolesmapping/all_access', { backend_roles: ['admin', 'all_access'] });
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await openid?.stop();
  samlPages?.closeAllConnections();
  samlPages?.close();
});

const nameOf = async (page: Page): Promise<unknown> => {
  const response = await page.request.get('/api/v1/configuration/account');
  return response.ok()
    ? ((await response.json()) as { data: { user_name: string } }).data.user_name
    : response.status();
};
/** Waits for the requested page. If the login ends elsewhere, the error names that address. */
const isThere = (page: Page) => page.waitForURL(`${server?.url}${DEEP}`, { timeout: 60_000 });

const atOpenId = async (page: Page): Promise<void> => {
  await page.getByLabel('Name').fill('jane');
  await page.getByRole('button', { name: 'Enter' }).click();
};

// @spec 1/19
// @feature login/2
it.each([
  ['With SAML', 'jdoe', async () => undefined, 'Signed out there'],
  ['With OpenID', 'jane', atOpenId, 'Logout Request'],
] as const)(
  '%s: logs in to the requested page, and out again',
  async (button, name, there, title) => {
    const profile = await openProfile(browser as Browser, server?.url ?? '');
    const { page } = profile;
    // The provider's own page loads a web font.
    profile.allow(/fonts\.googleapis/);
    try {
      await page.goto(DEEP);
      await page.getByRole('link', { name: button }).click();
      await there(page);
      await isThere(page);
      expect(await nameOf(page)).toBe(name);
      await page.reload();
      await page.locator('main h1').first().waitFor();
      expect(await nameOf(page)).toBe(name);
      await page.goto('/auth/logout');
      await waitForCondition(async () => (await page.title()) === title);
      expect(await nameOf(page)).toBe(401);
      profile.expectClean();
    } finally {
      await profile.close();
    }
  }
);

it('keeps parallel logins at two providers apart, and the last one to finish wins', async () => {
  const profile = await openProfile(browser as Browser, server?.url ?? '');
  const { page, context } = profile;
  profile.allow(/fonts\.googleapis/);
  try {
    await page.goto(DEEP);
    await page.getByRole('link', { name: 'With OpenID' }).click();
    await page.getByLabel('Name').fill('jane');
    const other = await context.newPage();
    await other.goto(DEEP);
    await other.getByRole('link', { name: 'With SAML' }).click();
    await isThere(other);
    expect(await nameOf(other)).toBe('jdoe');
    const first = (await context.cookies()).find(({ name }) => name === SESSION_COOKIE)?.value;
    await page.getByRole('button', { name: 'Enter' }).click();
    await isThere(page);
    expect(await nameOf(page)).toBe('jane');
    // The second login replaces the first session of this browser and ends it. The page may be
    // reloading by itself at this moment, because of its 401.
    await waitForCondition(() =>
      other.reload().then(
        () => true,
        () => false
      )
    );
    await other.locator('main h1').first().waitFor();
    expect(await nameOf(other)).toBe('jane');
    await context.addCookies([{ name: SESSION_COOKIE, value: first ?? '', url: server?.url }]);
    expect(await nameOf(other)).toBe(401);
  } finally {
    await profile.close();
  }
});

const METHODS = [
  ['the form', (page: Page) => submitCredentials(page, 'admin', ADMIN_PASSWORD)],
  ['SAML', (page: Page) => page.getByRole('link', { name: 'With SAML' }).click()],
  [
    'OpenID',
    async (page: Page) => {
      await page.getByRole('link', { name: 'With OpenID' }).click();
      await atOpenId(page);
    },
  ],
] as const;

describe.each(METHODS)('who named the tenant, through a login by %s', (_method, logIn) => {
  const PRIVATE = '/app/home?security_tenant=private';
  const tenantOf = async (page: Page): Promise<unknown> =>
    (await page.request.get('/api/v1/multitenancy/tenant')).json();
  async function visit(steps: (page: Page) => Promise<void>): Promise<void> {
    const profile = await openProfile(browser as Browser, server?.url ?? '');
    // The OpenID provider's own page loads a web font; a tenant that is gone answers 403.
    profile.allow(/fonts\.googleapis|403/);
    try {
      await steps(profile.page);
      profile.expectClean();
    } finally {
      await profile.close();
    }
  }
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

  it('opens a typed address in its tenant without a question', () =>
    visit(async (page) => {
      await page.goto(`${PRIVATE}#/part`);
      await logIn(page);
      await heading(page, 'Home').waitFor();
      expect(page.url()).toBe(`${server?.url}${PRIVATE}#/part`);
      expect(await tenantOf(page)).toBe('__user__');
    }));

  it('says that a typed address names a tenant that cannot be used', () =>
    visit(async (page) => {
      await page.goto('/app/home?security_tenant=gone');
      await logIn(page);
      await heading(page, 'Tenant not available').waitFor();
      await page.getByText(/^The address specifies the tenant “gone”/).waitFor();
    }));

  it('asks before a link on another site switches the tenant', () =>
    visit(async (page) => {
      const to = encodeURIComponent(`${server?.url}${PRIVATE}#/part`);
      await page.goto(`${new URL(saml.entityId).origin}/link?to=${to}`);
      await page.getByRole('link', { name: 'Open' }).click();
      await logIn(page);
      await heading(page, 'Switch tenant?').waitFor();
      expect(await tenantOf(page)).toBe('');
      await page.getByRole('link', { name: 'Switch to “Private”' }).click();
      await heading(page, 'Home').waitFor();
      expect(new URL(page.url()).hash).toBe('#/part');
      expect(await tenantOf(page)).toBe('__user__');
    }));

  // @spec 8/84
  it('reports that a remembered tenant is gone, and opens the page', () =>
    visit(async (page) => {
      await page.goto('/app/login');
      await page.evaluate((key) => localStorage.setItem(key, '"gone"'), SAVED);
      await page.goto('/app/home');
      await logIn(page);
      await page.getByText('Failed to switch to gone tenant.').waitFor();
      await heading(page, 'Home').waitFor();
      expect(await tenantOf(page)).toBe('');
    }));
});
