import type { AuthenticationRequest, Identity } from '../../api';
import { authenticateCredentials, passwordMethod } from './credentials';
import { samlRegistration } from './saml_registration';

const request = { headers: { authorization: 'Something else' }, remoteAddress: '192.0.2.1' };
const identity = (userName: string): Identity => ({
  userName,
  backendRoles: [],
  roles: [],
  tenants: {},
  hasApiAccess: false,
  isInternalUser: false,
  isReserved: false,
});

it('rejects a header that the cluster ignored', async () => {
  const authenticated = await authenticateCredentials(request, async () => identity('jdoe'));
  expect(authenticated).toMatchObject({ ok: true, principal: { userName: 'jdoe' } });
  const ignored = await authenticateCredentials(request, async () =>
    identity('opendistro_security_anonymous')
  );
  expect(ignored).toMatchObject({ ok: false, reason: 'invalid' });
});

describe('login form of a cluster', () => {
  const RIGHT = ['jdoe:sécret:7', 'a:b:c'].map(
    (text) => `Basic ${Buffer.from(text).toString('base64')}`
  );
  const begin = async (fields: Record<string, string>) => {
    const authenticate = jest.fn(async ({ headers }: AuthenticationRequest) =>
      RIGHT.includes(headers['authorization'] ?? '')
        ? ({ ok: true, principal: { userName: 'jdoe' } } as const)
        : ({ ok: false, reason: 'invalid' } as const)
    );
    const input = { fields, headers: {}, remoteAddress: '::1' };
    const step = await passwordMethod(authenticate).begin(input);
    return { step, asks: authenticate.mock.calls.length };
  };

  it('verifies name and password as HTTP Basic credentials in UTF-8', async () => {
    const { step } = await begin({ username: 'jdoe', password: 'sécret:7' });
    expect(step).toEqual({
      kind: 'concluded',
      result: { ok: true, principal: { userName: 'jdoe' } },
    });
  });

  it('rejects impossible user names, and asks the cluster nevertheless', async () => {
    const INVALID = { kind: 'concluded', result: { ok: false, reason: 'invalid' } };
    for (const fields of [{ username: 'a:b', password: 'c' }, { username: 'x', password: 'y' }, {}])
      expect(await begin(fields as Record<string, string>)).toEqual({ step: INVALID, asks: 1 });
  });
});

const saml = (config: object, more: object = {}) => ({
  http_enabled: true,
  order: 1,
  ...more,
  http_authenticator: { type: 'saml', challenge: true, config },
});
const configOf = (authc: object) => ({ dynamic: { authc } });
const SP = { entity_id: 'dashboards' };
const ACS = '/_opendistro/_security/saml/acs';

describe('SAML registration of a product on a cluster', () => {
  it.each([
    ['nested', { sp: SP, kibana_url: 'https://a.test/base/' }],
    ['with dots', { 'sp.entity_id': 'dashboards', kibana_url: 'https://a.test/base' }],
  ])('contains entity id and consumer URL, from settings that are %s', async (_how, config) => {
    const xml = await samlRegistration(configOf({ one: saml(config) }));
    expect(xml).toContain('entityID="dashboards"');
    expect(xml).toContain(`Location="https://a.test/base${ACS}"`);
    expect(xml).not.toContain('SingleLogoutService');
  });

  it('uses the first enabled domain', async () => {
    const at = (name: string, more: object) =>
      saml({ sp: { entity_id: name }, kibana_url: 'https://a.test' }, more);
    const config = configOf({
      off: at('off', { http_enabled: false, order: 0 }),
      late: at('late', { order: 3 }),
      first: at('first', { order: 2 }),
    });
    expect(await samlRegistration(config)).toContain('entityID="first"');
  });

  it.each([
    ['no configuration', undefined],
    ['no such domain', configOf({ one: { http_enabled: true, http_authenticator: {} } })],
    ['a domain without an address', configOf({ one: saml({ sp: SP }) })],
    [
      'one whose key only the cluster has',
      configOf({
        one: saml({
          sp: { ...SP, signature_private_key_filepath: 'sp.pem' },
          kibana_url: 'https://a.test',
        }),
      }),
    ],
  ])('is undefined with %s', async (_what, config) => {
    expect(await samlRegistration(config)).toBeUndefined();
  });
});
