import { samlRegistration } from './saml_registration';

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
