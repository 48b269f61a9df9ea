import fc from 'fast-check';
import { isSafeNextUrl, loginUrl, safeNextUrl } from './next_url';
import { namesTenant, withoutTenant, withTenant } from './tenant_addresses';

/** Payloads of published open-redirect lists and of known URL parser quirks. */
const PAYLOADS: readonly string[] = [
  // Absolute and scheme-relative
  'http://evil.example',
  'https://evil.example/app/home',
  'HTTPS:evil.example',
  'https:evil.example',
  'https:/evil.example',
  '//evil.example',
  '//evil.example/%2f..',
  '///evil.example',
  '////evil.example',
  '/////evil.example/',
  '//evil.example/app/home',
  '//216.58.214.206',
  '/216.58.214.206',
  '/3627734734',
  '//0xd83ad6ce',
  '//[::ffff:216.58.214.206]',
  '//google%E3%80%82com',
  // Backslashes, which browsers read as slashes
  '\\evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\/\\/evil.example/',
  '/\\\\evil.example',
  '/app\\evil',
  // Encoded once and twice
  '/%2fevil.example',
  '%2f%2fevil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '%5c%5cevil.example',
  '/%252fevil.example',
  '/%09/evil.example',
  '/%0d%0aLocation:%20//evil.example',
  '/%2e%2e/evil',
  '/app/%2e%2e/%2fevil.example',
  '/%68ttps://x',
  // Control characters and white space, which browsers strip
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/app/home\r\nSet-Cookie: a=b',
  '/app\u0000',
  '/\u0001/evil',
  '/app/home ',
  '\u00a0//evil.example',
  '\u2028//evil',
  '/app\u2029',
  '\ufeff//evil.example',
  '/\u200b/evil',
  // Credentials and look-alikes
  '/@evil.example',
  '@evil.example',
  '//user@evil.example',
  '/app@evil.example',
  'http://a@b',
  '/app:80@evil',
  '/:80',
  '/app:evil',
  '/／evil.example',
  '／／evil.example',
  '/⁄evil',
  '/∕evil',
  '/⧸evil',
  '。evil',
  '/evil。example',
  '/ａpp',
  // Other schemes
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:x',
  '/javascript:alert(1)',
  '//javascript:alert(1)',
  'about:blank',
  // Relative and dotted
  'evil.example',
  'app/home',
  './app',
  '../app',
  '/..',
  '/../evil',
  '/./app',
  '/app/../../evil',
  '/.evil.example',
  '/app/x.y',
  '?x=1',
  '#x',
  '',
  // Punctuation that some servers or proxies treat as separators
  '/;/evil',
  '/app;evil',
  '/<>//evil.example',
  '/?',
  '/~evil',
  '/*',
  '/$',
  "/app'",
  '/app"',
  '/-evil',
  '/1app',
  '/app%',
  // Below an app, where path segments may contain names
  '/app/home/../x',
  '/app/home/%2e%2e/x',
  '/app/home/.%2E',
  '/app/home/.',
  '/app/home//evil.example',
  '/app/home/a%0d%0ab',
  '/app/home/a%7f',
  '/app/home/%',
  '/app/home/%zz',
  '/app/home/a;b',
  '/app/home/a\\b',
  '/app/home/ü',
  '/api/x/jane@example.org',
];

describe('isSafeNextUrl', () => {
  it('is tested with at least 60 payloads', () =>
    expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60));

  it.each(PAYLOADS.filter((payload) => payload !== '/?').map((payload) => [payload]))(
    'rejects %j',
    (payload) => {
      expect(isSafeNextUrl(payload, '')).toBe(false);
      expect(isSafeNextUrl(payload, '/base')).toBe(false);
      expect(safeNextUrl(payload, '/base')).toBe('/base/');
    }
  );

  it.each([
    ['/'],
    ['/app/home'],
    ['/app/security#/roles/view/x%2Fy'],
    ['/app/home?security_tenant=a%20b'],
    ['/app/dash-boards/_x/1'],
    ['/app/home?next=//evil.example'],
    ['/app/home#//evil.example'],
    ['/goto/abc123'],
    ['/app/home?user=a@b'],
    ['/status'],
    ['/app/security/users/edit/jane%40example.org'],
    ['/app/security/users/edit/jane@example.org?x=1#y'],
    ['/app/security/roles/view/x%2Fy/mapuser'],
    ['/app/security/roles/view/a%20b.c'],
    ['/app/security/tenants/edit/M%C3%BCller'],
    ['/app/security/roles/view/..x'],
  ])('accepts %j', (url) => expect(isSafeNextUrl(url, '')).toBe(true));

  it.each([
    ['/base', true],
    ['/base/', true],
    ['/base/app/home', true],
    ['/base?x=1', true],
    ['/base#x', true],
    ['/basement/app', false],
    ['/app/home', false],
    ['/', false],
    ['/base//evil', false],
    ['/base\\evil', false],
    ['/base@evil', false],
    ['/base.evil.example', false],
    ['//base/app', false],
    ['/BASE/app', false],
  ])('below a base path: returns for %j %p', (url, expected) =>
    expect(isSafeNextUrl(url, '/base')).toBe(expected)
  );

  it('rejects addresses that are too long for a header', () =>
    expect(isSafeNextUrl(`/app/${'a'.repeat(8_000)}`, '')).toBe(false));

  // @asvs V5.1/1
  it('never accepts an address outside the server (property)', () => {
    const segments = fc.constantFrom(
      '/',
      '//',
      '\\',
      '@',
      ':',
      '?',
      '#',
      '.',
      '..',
      '%2f',
      '%5c',
      '%09',
      '\t',
      '\n',
      '\r',
      ' ',
      'a',
      'app',
      '/app/home/',
      '%2e',
      'evil.example',
      '；',
      '／',
      '_',
      '-',
      '1'
    );
    fc.assert(
      fc.property(
        fc.array(segments, { maxLength: 8 }),
        fc.string({ maxLength: 5 }),
        (parts, noise) => {
          const url = parts.join('') + noise;
          if (!isSafeNextUrl(url, '')) return;
          const target = new URL(url, 'https://here.example/app/login');
          expect(target.origin).toBe('https://here.example');
          expect(target.username).toBe('');
        }
      ),
      { numRuns: 5_000 }
    );
  });

  it.each([
    '/app/login?nextUrl=/app/home?security_tenant=x',
    '/auth/openid/captureUrlFragment?nextUrl=%2Fapp%2Fhome',
    '/app/home?a=1&next%55rl=/app/x',
    '/app/customerror/tenant_question?tenant=x&nextUrl=%2Fapp%2Flogin%3FnextUrl%3D%2Fapp%2Fx',
    '/app/customerror/tenant_question?nextUrl=/app/x&nextUrl=/app/y',
  ])('rejects %s, which leads on to another address', (url) =>
    expect(isSafeNextUrl(url, '')).toBe(false)
  );
  it('lets the question about a tenant lead on', () =>
    expect(
      isSafeNextUrl('/b/app/customerror/tenant_question?tenant=x&nextUrl=%2Fb%2Fapp%2Fx', '/b')
    ).toBe(true));

  it('accepts only addresses below the base path (property)', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, noise) => {
        const url = `/base${path}${noise}`;
        if (!isSafeNextUrl(url, '/base')) return;
        expect(new URL(url, 'https://here.example').pathname).toMatch(/^\/base(\/|$)/);
      }),
      { numRuns: 2_000 }
    );
  });
});

describe('loginUrl', () => {
  it('adds the target as nextUrl', () =>
    expect(loginUrl('/b', '/b/app/x?y=1')).toBe('/b/app/login?nextUrl=%2Fb%2Fapp%2Fx%3Fy%3D1'));
  it('omits unsafe targets and the start page', () => {
    expect(loginUrl('', '/app/x.y')).toBe('/app/login');
    expect(loginUrl('', '/app/x/jane@example.org')).toBe(
      '/app/login?nextUrl=%2Fapp%2Fx%2Fjane%40example.org'
    );
    expect(loginUrl('/b', '/b/')).toBe('/b/app/login');
    expect(loginUrl('')).toBe('/app/login');
  });
});

describe('tenants in addresses', () => {
  it.each([
    ['/app/x', '', '/app/x?security_tenant=global'],
    ['/app/x?a=1', '__user__', '/app/x?a=1&security_tenant=private'],
    ['/app/x?', 'fin & co', '/app/x?security_tenant=fin%20%26%20co'],
    ['/app/x?a=1#/y?b=2', 'ü', '/app/x?a=1&security_tenant=%C3%BC#/y?b=2'],
    ['/app/x?securitytenant=a', 'b', '/app/x?securitytenant=a'],
    ['/app/x?security_tenant=', 'b', '/app/x?security_tenant='],
    ['/app/x?security%5Ftenant=a', 'b', '/app/x?security%5Ftenant=a'],
    ['/app/x?no_security_tenant=a', 'b', '/app/x?no_security_tenant=a&security_tenant=b'],
    ['https://h.example/base/app/x', 'b', 'https://h.example/base/app/x?security_tenant=b'],
  ])('%s in tenant %j becomes %s', (address, tenant, expected) => {
    expect(withTenant(address, tenant)).toBe(expected);
  });

  it.each([
    ['/app/x?security_tenant=a', '/app/x'],
    ['/app/x?b=%20&securitytenant=a&c#/d', '/app/x?b=%20&c#/d'],
    ['/app/x?securityTenant_=a&security%5Ftenant=b', '/app/x'],
    ['/app/x#security_tenant=a', '/app/x#security_tenant=a'],
  ])('%s without its tenant becomes %s', (address, expected) => {
    expect(withoutTenant(address)).toBe(expected);
  });

  it('reads at most a thousand parameters and skips malformed ones', () => {
    expect(namesTenant(`?${'a=1&'.repeat(999)}security_tenant=x`)).toBe(true);
    expect(namesTenant(`?${'a=1&'.repeat(1_000)}security_tenant=x`)).toBe(false);
    expect(namesTenant('?%=1&security_tenant=x')).toBe(true);
  });
});
