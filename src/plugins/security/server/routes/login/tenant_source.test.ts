/** Who named the tenant in the address of a page, through a login. */
import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const PASSWORD = 'Jane-doe-secret-7';
const LINKED = '/app/test?security_tenant=private';
const question = (source: string) =>
  `/app/customerror/tenant_question?tenant=private&nextUrl=${encodeURIComponent('/app/test')}&tenant_source=${source}`;
const QUESTION = question('site');
const from = (site: string) => ({ headers: { 'sec-fetch-site': site } });

const startWith = async (config: object = {}): Promise<SecurityServer> => {
  const server = await startSecurityServer({ config });
  await addUser(server, 'jdoe', PASSWORD);
  await put(server, 'rolesmapping/kibana_user', { users: ['jdoe'] });
  return server;
};
const locationOf = ({ headers }: { headers: Headers }) => headers.get('location');

describe('the password form', () => {
  let server: SecurityServer;
  beforeAll(async () => void (server = await startWith()));

  it.each([
    ['none', `/app/login?nextUrl=${encodeURIComponent(LINKED)}&tenant_source=typed`],
    ['same-origin', `/app/login?nextUrl=${encodeURIComponent(LINKED)}`],
    ['cross-site', `/app/login?nextUrl=${encodeURIComponent(QUESTION)}`],
    ['same-site', `/app/login?nextUrl=${encodeURIComponent(QUESTION)}`],
  ])('leads a visitor from "%s" to the right address', async (site, expected) =>
    expect(locationOf(await server.client().get(LINKED, from(site)))).toBe(expected)
  );

  it('asks as well if the browser does not say where the address comes from, as over HTTP', async () =>
    expect(locationOf(await server.client().get(LINKED))).toBe(
      `/app/login?nextUrl=${encodeURIComponent(question('unknown'))}`
    ));

  // @asvs V4.2.2/2
  it.each([
    `/app/login?nextUrl=${encodeURIComponent(LINKED)}`,
    `/app/login?nextUrl=${encodeURIComponent(LINKED)}&tenant_source=typed`,
  ])('asks about the tenant of a link on another site to the login page: %s', async (address) => {
    const login = `/app/login?nextUrl=${encodeURIComponent(QUESTION)}`;
    const client = server.client();
    expect(locationOf(await client.get(address, from('cross-site')))).toBe(login);
    expect((await client.get(login, from('cross-site'))).status).toBe(200);
    await client.login('jdoe', PASSWORD);
    expect(locationOf(await client.get(QUESTION, from('same-origin')))).toBeNull();
  });

  it('switches to a typed tenant, and says that the address named one that cannot be used', async () => {
    const client = await server.loggedIn('jdoe', PASSWORD);
    const arrive = async (page: string) => {
      const address = `/app/login?tenant_source=typed&nextUrl=${encodeURIComponent(page)}`;
      expect(locationOf(await client.get(address, from('same-origin')))).toBe(page);
      return locationOf(await client.get(page, from('same-origin')));
    };
    expect(await arrive(LINKED)).toBeNull();
    expect((await client.get('/api/test/whoami')).body.tenant).toBe('__user__');
    expect(await arrive('/app/test?security_tenant=gone')).toBe(
      `/app/customerror/tenant?tenant=gone&nextUrl=${encodeURIComponent('/app/test')}&tenant_source=typed`
    );
  });

  it('answers the question itself where there is nothing to ask', async () => {
    const client = await server.loggedIn('jdoe', PASSWORD);
    const ask = async (tenant: string) =>
      locationOf(
        await client.get(
          `/app/customerror/tenant_question?tenant=${tenant}&nextUrl=${encodeURIComponent('/app/test')}`,
          from('cross-site')
        )
      );
    expect(await ask('private')).toBeNull();
    expect(await ask('global')).toBe('/app/test');
    expect(await ask('gone')).toBe(
      `/app/customerror/tenant?tenant=gone&nextUrl=${encodeURIComponent('/app/test')}&tenant_source=site`
    );
  });

  it.each(['typed', 'link', 'other'])(
    'corrects the forged source "%s" of a link on another site',
    async (source) => {
      const client = await server.loggedIn('jdoe', PASSWORD);
      const page = `/app/customerror/tenant?tenant=gone&nextUrl=${encodeURIComponent('/app/test')}`;
      const forged = await client.get(`${page}&tenant_source=${source}`, from('cross-site'));
      expect(locationOf(forged)).toBe(`${page}&tenant_source=site`);
      expect((await client.get(`${page}&tenant_source=site`, from('cross-site'))).status).toBe(200);
    }
  );
});

describe.each(['openid', 'saml'])('a login by %s alone', (type) => {
  let server: SecurityServer;
  beforeAll(
    async () =>
      void (server = await startWith({
        auth: { type },
        openid: { connect_url: 'https://127.0.0.1:9/x', client_id: 'x', client_secret: 'y' },
      }))
  );
  const capture = `/auth/${type}/captureUrlFragment?nextUrl=`;

  it.each([
    ['none', `${capture}${encodeURIComponent(LINKED)}&tenant_source=typed`],
    ['same-origin', `${capture}${encodeURIComponent(LINKED)}`],
    ['cross-site', `${capture}${encodeURIComponent(QUESTION)}`],
  ])('begins for a visitor from "%s" with the right address', async (site, expected) =>
    expect(locationOf(await server.client().get(LINKED, from(site)))).toBe(expected)
  );

  it('begins with the question for a link on another site that skips the page', async () => {
    const client = server.client();
    const linked = `${capture}${encodeURIComponent(LINKED)}&tenant_source=typed`;
    const question = `${capture}${encodeURIComponent(QUESTION)}`;
    expect(locationOf(await client.get(linked, from('cross-site')))).toBe(question);
    expect((await client.get(question, from('cross-site'))).status).toBe(200);
  });
});
