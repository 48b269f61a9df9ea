import type { TSchema } from '@sinclair/typebox';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { configSchema, validateConfig, type SecurityConfig } from './config';

/** Configuration with the defaults of all levels, as the config service returns it. */
function defaults(schema: any = configSchema): any {
  return Object.fromEntries(
    Object.entries(schema.properties as Record<string, any>)
      .map(([key, child]) => [key, child.properties ? defaults(child) : child.default] as const)
      .filter(([, value]) => value !== undefined)
  );
}
const config = (change: (config: any) => void = () => undefined): SecurityConfig => {
  const value = defaults();
  change(value);
  return value;
};

function merge(value: any, parts: any): void {
  for (const [key, part] of Object.entries(parts))
    if (part !== null && typeof part === 'object' && !Array.isArray(part)) merge(value[key], part);
    else value[key] = part;
}

/** Expands `a.{b,c}` to two names. */
function namesIn(cell: string): string[] {
  const [, before = '', list, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(cell) ?? [];
  if (list === undefined) return [cell];
  return list.split(',').flatMap((one) => namesIn(`${before}${one}${after}`));
}

function leaves(schema: TSchema, matches = (_leaf: TSchema) => true, path = ''): string[] {
  const properties = schema['properties'] as Readonly<Record<string, TSchema>>;
  return Object.entries(properties).flatMap(([key, child]) => {
    if (child['properties']) return leaves(child, matches, `${path}${key}.`);
    return matches(child) ? [path + key] : [];
  });
}

describe('configuration', () => {
  it('lists exactly its keys in the table of the guide', () => {
    const guide = readFileSync(join(__dirname, '../../../../docs/guide/authentication.md'), 'utf8');
    const [, table = ''] = guide.split('## All configuration keys');
    const cells = table.split('\n').map((line) => /^\| (`.*?) \|/.exec(line)?.[1] ?? '');
    const names = cells
      .flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name))
      .flatMap(namesIn);
    const keys = leaves(configSchema);
    const covers = (name: string, key: string) =>
      name.endsWith('.*') ? key.startsWith(name.slice(0, -1)) : key === name;
    expect(keys.filter((key) => !names.some((name) => covers(name, key)))).toEqual([]);
    expect(names.filter((name) => !keys.some((key) => covers(name, key)))).toEqual([]);
  });

  it('documents every effective key in the configuration file', () => {
    const file = readFileSync(
      join(__dirname, '../../../../config/security-dashboards.yml'),
      'utf8'
    );
    const missing = leaves(configSchema, (leaf) => !leaf['noEffect']).filter(
      (key) =>
        !new RegExp(`^# .*\n#opensearch_security\\.${key.replaceAll('.', '\\.')}:`, 'm').test(file)
    );
    expect(missing).toEqual([]);
  });

  it('has defaults that satisfy its own schema', () => {
    const ajv = new Ajv({ strict: false });
    expect(ajv.validate(configSchema, config())).toBe(true);
    expect(validateConfig(config())).toEqual([]);
  });

  it('has the secure defaults of the specification', () => {
    const value = config();
    expect(value.multitenancy.enabled).toBe(true);
    expect(value.readonly_mode.roles).toEqual(['kibana_read_only']);
    expect(value.cookie).toMatchObject({
      name: 'security_authentication',
      isSameSite: 'Lax',
      domain: null,
    });
    expect(value.cookie.secure).toBeUndefined();
    expect(value.session).toEqual({ ttl: 3_600_000, keepalive: true });
    expect(value.ui.basicauth.login.title).toBe('Please login to {productName}');
  });

  it.each(['', 'basicauth', 'BasicAuth'])('supports the login type %j', (type) =>
    expect(validateConfig(config((value) => (value.auth.type = type)))).toEqual([])
  );
  const openid = { connect_url: 'https://sso.example/.well-known/x', client_id: 'dashboards' };
  const several = { type: ['basicauth', 'OpenID'], multiple_auth_enabled: true };
  it.each([
    [{ auth: { type: 'OpenID' }, openid }],
    [{ auth: several, openid }],
    [{ auth: { ...several, default_redirect_auth_type: 'openid' }, openid }],
    [{ ui: { openid: { login: { buttonstyle: '#1A2b3c' } } } }],
    [{ auth: { type: 'SAML' }, cookie: { isSameSite: 'Strict' } }],
  ])('accepts %j', (parts) =>
    expect(validateConfig(config((value) => merge(value, parts)))).toEqual([])
  );
  it.each([
    [{ auth: { type: 'kerberos' } }, 'the authentication type "kerberos" is not available yet'],
    [{ auth: { type: 'openid' } }, 'openid.connect_url is needed'],
    [{ auth: { type: 'openid' }, openid: { connect_url: 'https://a.b' } }, 'openid.client_id is'],
    [{ auth: { type: 'openid' }, openid: { ...openid, logout_url: 'javascript:1' } }, 'no http or'],
    [
      { auth: { type: 'openid' }, openid, cookie: { isSameSite: 'Strict' } },
      'use "Lax" with "openid"',
    ],
    [{ auth: { type: 'proxycache' } }, 'proxycache.user_header is needed'],
    [{ auth: { type: several.type }, openid }, 'auth.multiple_auth_enabled: true'],
    [{ auth: { ...several, type: ['openid', 'x'] }, openid }, 'must have "basicauth"'],
    [{ auth: { default_redirect_auth_type: 'openid' } }, 'or not in opensearch_security.auth.type'],
    [
      { ui: { saml: { login: { buttonstyle: 'url(x)' } } } },
      'ui.saml.login.buttonstyle: neither a colour',
    ],
  ])('rejects %j', (parts, words) =>
    expect(validateConfig(config((value) => merge(value, parts))).join('\n')).toContain(words)
  );
  it.each(['', '/bye', 'bye?a=b', 'https://example.org/out', 'http://[::1]:8080/'])(
    'accepts the logout URL %j',
    (url) => expect(validateConfig(config((value) => (value.auth.logout_url = url)))).toEqual([])
  );
  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:,x',
    '/\\x',
  ])('rejects the logout URL %j', (url) =>
    expect(validateConfig(config((value) => (value.auth.logout_url = url)))).toEqual([
      `opensearch_security.auth.logout_url: "${url}" is neither an http or https address nor a path on this server.`,
    ])
  );
  it.each([
    ['example.org', true],
    ['.example.org', true],
    [null, true],
    ['a;b', false],
    ['a.org; Secure', false],
    ['', false],
  ])('validates cookie.domain %j: %j', (domain, isValid) => {
    const ajv = new Ajv({ strict: false });
    expect(
      ajv.validate(
        configSchema,
        config((value) => (value.cookie.domain = domain))
      )
    ).toBe(isValid);
  });
  it('rejects an unknown login type', () =>
    expect(validateConfig(config((value) => (value.auth.type = 'x')))[0]).toMatch(
      /"x" is unknown/
    ));

  it.each([
    [
      (value: any) => (value.multitenancy.enable_aggregation_view = true),
      'multitenancy.enable_aggregation_view',
    ],
    [(value: any) => (value.api_keys.enabled = true), 'api_keys.enabled'],
    [
      (value: any) => Object.assign(value.cookie, { isSameSite: 'None', secure: false }),
      'cookie.isSameSite',
    ],
  ])('names the key that enables a missing feature (%#)', (change, words) => {
    expect(validateConfig(config(change)).join()).toContain(words);
  });
});
