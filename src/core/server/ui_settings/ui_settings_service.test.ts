import { serverForEachTest, startTestServer } from '../saved_objects/routes/mocks';
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import { localeSetting } from './ui_settings_service';
import { SettingsRegistry } from './settings_registry';
import { compareVersions } from './settings_document';

const { send, restart, forPage } = serverForEachTest();

const API = '/api/saved_objects';
const SETTINGS = '/api/kibana/settings';

describe('the language setting', () => {
  it('offers the available languages by their native names, unless the configuration fixes one', () => {
    const setting = localeSetting({ locales: ['en', 'de', 'pt-BR'], isFixed: false });
    expect(setting).toMatchObject({
      value: 'browser',
      options: ['browser', 'en', 'de', 'pt-BR'],
      optionLabels: { en: 'English', de: 'Deutsch', 'pt-BR': 'Português (Brasil)' },
      readonly: false,
      requiresPageReload: true,
    });
    expect(localeSetting({ locales: ['en'], isFixed: true }).readonly).toBe(true);
  });
});

describe('settings API', () => {
  // @spec 7/20, 21/2
  it('returns the build and the values that are set, without defaults', async () => {
    expect((await send('GET', SETTINGS)).body).toEqual({
      settings: { buildNum: { userValue: 42 } },
    });
    const set = await send('POST', SETTINGS, { changes: { 'theme:darkMode': true, custom: 'x' } });
    expect(set.body).toEqual({
      settings: {
        buildNum: { userValue: 42 },
        'theme:darkMode': { userValue: true },
        custom: { userValue: 'x' },
      },
    });
    await send('POST', `${SETTINGS}/dateFormat`, { value: 'YYYY' });
    const { body } = await send('DELETE', '/api/opensearch-dashboards/settings/theme:darkMode');
    expect(body.settings).toEqual({
      buildNum: { userValue: 42 },
      custom: { userValue: 'x' },
      dateFormat: { userValue: 'YYYY' },
    });
  });

  // @spec 21.1/1
  it.each([
    ['theme:darkMode', 'yes', 'expected value of type [boolean] but got [string]'],
    ['dateFormat:tz', 'Mars/Olympus', 'Invalid timezone: Mars/Olympus'],
    ['dateFormat:tz', '+02:00', 'Invalid timezone: +02:00'],
    ['dateFormat:dow', 'Someday', 'Invalid day of week: Someday'],
    ['dateFormat:scaled', '[', 'expected JSON text'],
    ['defaultRoute', '//host', 'Must be a relative URL.'],
    ['defaultRoute', '///host', 'Must be a relative URL.'],
    ['defaultRoute', ' //host', 'Must be a relative URL.'],
    ['defaultRoute', '/\\host', 'Must be a relative URL.'],
    ['defaultRoute', 'https://host', 'Must be a relative URL.'],
    ['pageNavigation', 'fancy', 'expected one of [modern, legacy] but got [fancy]'],
    ['notifications:lifetime:info', -1, 'Value must be equal to or greater than [0].'],
    [
      'notifications:lifetime:info',
      'soon',
      'expected a number of milliseconds or Infinity but got [soon]',
    ],
    ['truncate:maxHeight', -1, 'expected number to be greater or equal to 0'],
    ['buildNum', 1, 'the setting is read-only'],
  ])('rejects %s = %j and writes nothing of the request', async (key, value, reason) => {
    expect(await send('POST', SETTINGS, { changes: { custom: 'x', [key]: value } })).toMatchObject({
      status: 400,
      body: { message: `[validation [${key}]]: ${reason}` },
    });
    expect((await send('GET', SETTINGS)).body.settings).not.toHaveProperty('custom');
  });

  it('returns errors in the language of the request', async () => {
    const body = { changes: { defaultRoute: '//host' } };
    expect((await send('POST', SETTINGS, body, { 'accept-language': 'xx' })).body.message).toBe(
      'xx [validation [defaultRoute]]: xx Must be a relative URL.'
    );
  });

  it.each([
    ['dateFormat:tz', 'US/Pacific'],
    ['dateFormat:tz', 'UTC'],
    ['notifications:lifetime:info', 'Infinity'],
    ['defaultRoute', '/app/security#/roles'],
    ['theme:version', 'v8 (beta)'],
  ])('accepts %s = %j', async (key, value) => {
    expect(
      (await send('POST', SETTINGS, { changes: { [key]: value } })).body.settings[key]
    ).toEqual({ userValue: value });
  });

  // @spec 21/3
  it('rejects changes of overridden settings', async () => {
    await restart({ overrides: { 'theme:darkMode': true, dateFormat: null } });
    expect((await send('GET', SETTINGS)).body.settings).toMatchObject({
      'theme:darkMode': { isOverridden: true, userValue: true },
      dateFormat: { isOverridden: true },
    });
    for (const key of ['theme:darkMode', 'dateFormat']) {
      expect(await send('POST', SETTINGS, { changes: { custom: 1, [key]: 'x' } })).toMatchObject({
        status: 400,
        body: { message: `Unable to update "${key}" because it is overridden` },
      });
      expect((await send('DELETE', `${SETTINGS}/${key}`)).status).toBe(400);
    }
    expect((await send('GET', SETTINGS)).body.settings).not.toHaveProperty('custom');
  });

  it('throws at start for an override with an invalid value', async () => {
    await expect(
      startTestServer({
        dir: '/nonexistent',
        overrides: { 'dateFormat:dow': 'Someday' },
      })
    ).rejects.toThrow('[ui settings overrides [dateFormat:dow]]: Invalid day of week: Someday');
  });

  it('separates the settings of tenants', async () => {
    await send('POST', SETTINGS, { changes: { dateFormat: 'YYYY' } }, { 'x-scope': 'sales' });
    expect((await send('GET', SETTINGS)).body.settings).not.toHaveProperty('dateFormat');
  });

  describe('personal settings', () => {
    const PREFERENCES = '/api/core/preferences';
    const choose = (changes: Record<string, unknown>, scope = 'global') =>
      send('POST', PREFERENCES, { changes }, { 'x-scope': scope });

    it("apply in every tenant and override the tenant's values until they are removed", async () => {
      await send('POST', SETTINGS, { changes: { 'theme:darkMode': false, dateFormat: 'YYYY' } });
      const { status, body } = await choose({ 'theme:darkMode': true, 'dateFormat:tz': 'UTC' });
      expect([status, body.settings]).toEqual([
        200,
        {
          buildNum: { userValue: 42 },
          dateFormat: { userValue: 'YYYY' },
          'theme:darkMode': { userValue: false, personalValue: true },
          'dateFormat:tz': { personalValue: 'UTC' },
        },
      ]);
      // Also in tenants where the user has only read access, or none.
      for (const scope of ['sales', 'reader', 'denied'])
        expect(
          (await send('GET', SETTINGS, undefined, { 'x-scope': scope })).body.settings
        ).toMatchObject({
          'theme:darkMode': { personalValue: true },
          'dateFormat:tz': { personalValue: 'UTC' },
        });
      expect(await forPage('anna')).toMatchObject({
        'theme:darkMode': { userValue: false, personalValue: true },
      });
      expect((await forPage('bert'))['theme:darkMode']).toEqual({ userValue: false });
      expect((await choose({ 'theme:darkMode': null }, 'denied')).status).toBe(200);
      expect((await forPage('anna'))['theme:darkMode']).toEqual({ userValue: false });
    });

    it.each([
      ['dateFormat', 'YYYY', 400, '"dateFormat" is not a personal setting.'],
      ['custom', 1, 400, '"custom" is not a personal setting.'],
      ['theme:darkMode', 'yes', 400, /expected value of type \[boolean\]/],
      ['dateFormat:tz', 'Mars/Olympus', 400, /Invalid timezone/],
    ])('reject %s = %j, and store nothing of the request', async (key, value, status, message) => {
      const response = await choose({ 'i18n:locale': 'en', [key]: value });
      expect(response).toMatchObject({
        status,
        body: {
          message: typeof message === 'string' ? message : expect.stringMatching(message),
        },
      });
      expect(await forPage('anna')).not.toHaveProperty('i18n:locale');
    });

    it('are rejected for unauthenticated (401) and anonymous (403) users', async () => {
      expect(
        (await send('POST', PREFERENCES, { changes: {} }, { 'x-scope': 'nobody' })).status
      ).toBe(401);
      const shared = await send(
        'POST',
        PREFERENCES,
        { changes: { 'theme:darkMode': true } },
        { 'x-user': ANONYMOUS_USER_NAME }
      );
      expect([shared.status, shared.body.message]).toEqual([
        403,
        'Log in with your own user to keep personal preferences.',
      ]);
    });

    it('are overridden by the configuration', async () => {
      await choose({ 'theme:darkMode': true });
      await restart({ overrides: { 'theme:darkMode': false } });
      expect((await choose({ 'theme:darkMode': true })).status).toBe(400);
    });
  });

  it('copies the settings of the latest older version to a new version', async () => {
    await send('POST', SETTINGS, { changes: { dateFormat: 'YYYY', gone: 1 } });
    await send('POST', SETTINGS, { changes: { gone: null } });
    await restart({ version: '7.9.0' });
    await send('POST', SETTINGS, { changes: { dateFormat: 'old' } });
    await restart({ version: '8.0.0-beta1' });
    expect(
      (await send('GET', SETTINGS, undefined, { 'x-scope': 'reader' })).body.settings.dateFormat
    ).toEqual({ userValue: 'YYYY' });
    expect((await send('GET', `${API}/config/8.0.0-beta1`)).status).toBe(404);
    await send('GET', SETTINGS);
    expect((await send('GET', `${API}/config/8.0.0-beta1`)).body.attributes).toEqual({
      buildNum: 42,
      dateFormat: 'YYYY',
    });
  });

  it('is empty without read permission, and read-only without write permission', async () => {
    await send('POST', SETTINGS, { changes: { dateFormat: 'YYYY' } });
    expect(await send('GET', SETTINGS, undefined, { 'x-scope': 'denied' })).toMatchObject({
      status: 200,
      body: { settings: {} },
    });
    expect(
      await send('POST', SETTINGS, { changes: { dateFormat: 'x' } }, { 'x-scope': 'reader' })
    ).toMatchObject({
      status: 403,
      body: { message: "You don't have permission for the saved objects of this tenant." },
    });
    expect(
      (await send('GET', SETTINGS, undefined, { 'x-scope': 'reader' })).body.settings.dateFormat
    ).toEqual({ userValue: 'YYYY' });
  });

  it('ignores invalid stored values', async () => {
    await send('GET', SETTINGS);
    await send('PUT', `${API}/config/7.10.2`, {
      attributes: { 'dateFormat:dow': 'Someday', hasOwnProperty: 'fine' },
    });
    expect((await send('GET', SETTINGS)).body.settings).toEqual({
      buildNum: { userValue: 42 },
      hasOwnProperty: { userValue: 'fine' },
    });
  });

  it.each([
    ['a'.repeat(257), 1, /is longer than 256 characters/],
    ['custom', 'x'.repeat(4_096), /^\[validation \[custom\]\]: the value is larger than 4096/],
    ['notifications:banner', 'x'.repeat(16_384), /is larger than 16384 bytes/],
  ])('rejects a setting that is too large: %.20s', async (key, value, message) => {
    expect(await send('POST', SETTINGS, { changes: { other: 1, [key]: value } })).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) },
    });
    expect((await send('GET', SETTINGS)).body.settings).not.toHaveProperty('other');
  });

  it('limits undeclared settings to a hundred, and the total size to that of a page', async () => {
    const some = (count: number, from = 0) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'x']));
    expect((await send('POST', SETTINGS, { changes: some(100) })).status).toBe(200);
    expect(await send('POST', SETTINGS, { changes: { more: 1 } })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('The limit of 100 undeclared settings') },
    });
    expect((await send('POST', SETTINGS, { changes: { k0: null, more: 1 } })).status).toBe(200);
    expect((await send('POST', SETTINGS, { changes: { dateFormat: 'YYYY' } })).status).toBe(200);
    const large = Object.fromEntries(Object.keys(some(100)).map((key) => [key, 'x'.repeat(4_000)]));
    expect((await send('POST', SETTINGS, { changes: { ...large, k0: null } })).status).toBe(413);
    const object = await send('PUT', `${API}/config/7.10.2`, {
      attributes: { padding: 'x'.repeat(200_000) },
    });
    expect(object.status).toBe(413);
  });

  it('omits undeclared settings and oversized values from pages', async () => {
    await send('POST', SETTINGS, { changes: { custom: 'x', dateFormat: 'YYYY' } });
    await send('PUT', `${API}/config/7.10.2`, {
      attributes: { 'notifications:banner': 'x'.repeat(20_000) },
    });
    expect(await forPage()).toEqual({
      buildNum: { userValue: 42 },
      dateFormat: { userValue: 'YYYY' },
    });
    expect((await send('GET', SETTINGS)).body.settings.custom).toEqual({ userValue: 'x' });
  });

  it('merges settings written concurrently', async () => {
    await Promise.all(
      ['a', 'b', 'c'].map((key) => send('POST', SETTINGS, { changes: { [key]: 1 } }))
    );
    expect(Object.keys((await send('GET', SETTINGS)).body.settings).sort()).toEqual([
      'a',
      'b',
      'buildNum',
      'c',
    ]);
  });
});

describe('SettingsRegistry', () => {
  it('rejects a duplicate key and a default that violates its own rule', () => {
    const registry = new SettingsRegistry();
    registry.register({ a: { value: 1 } });
    expect(() => registry.register({ a: { value: 2 } })).toThrow(
      'uiSettings for the key [a] has been already registered'
    );
    expect(() => registry.register({ b: { value: 'x', type: 'number' } })).toThrow(
      '[ui settings defaults [b]]: expected value of type [number] but got [string]'
    );
    expect(registry.get('b')).toBeUndefined();
  });

  it('passes everything except the checks to the browser', () => {
    const registry = new SettingsRegistry();
    registry.register(JSON.parse('{"__proto__":{"value":1}}') as Record<string, { value: number }>);
    registry.register({ a: { value: 'x', name: 'A', validate: () => undefined } });
    expect(Object.entries(registry.getDefaults())).toEqual([
      ['__proto__', { value: 1 }],
      ['a', { value: 'x', name: 'A' }],
    ]);
  });
});

it('sorts versions in release order', () => {
  const released = [
    '7.9.3',
    '7.10.0',
    '7.10.2',
    '8.0.0-alpha1',
    '8.0.0-beta2',
    '8.0.0-beta10',
    '8.0.0',
  ];
  expect([...released].reverse().sort(compareVersions)).toEqual(released);
});
