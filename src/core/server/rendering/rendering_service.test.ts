import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { BACKEND_ERRORS, CodedError } from '../../../contracts/errors';
import { type Text } from '../../common';
import type { ResponseFactory } from '../http/types';
import { inEnglish } from '../i18n';
import { stopHttp } from '../http/mocks';
import { createI18nMock } from '../i18n/mocks';
import { coreMock } from '../mocks';
import { themeTag } from './rendering_service';
import { CORE, setup, prepareBuild } from './mocks';

prepareBuild();

afterEach(stopHttp);

describe('the page for an unavailable store', () => {
  const failure = {
    statusCode: 503,
    body: { message: '<b>Away</b>', attributes: { code: 'core.backend.cluster_away' } },
  };

  it('shows the escaped error and reloads itself without a script', async () => {
    const { failurePage, getForPage } = await setup();
    const { statusCode, headers, body } = failurePage(failure);
    expect(statusCode).toBe(503);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8' });
    expect(body).toContain('Security Dashboards is not available right now');
    expect(body).toContain('&lt;b&gt;Away');
    expect(body).toContain('<meta http-equiv="refresh" content="10">');
    expect(body).not.toMatch(/<script|<b>|\/status/);
    expect(getForPage).not.toHaveBeenCalled();
  });

  it('links to the status page if that is public', async () => {
    const { failurePage } = await setup([['status.allowAnonymous', 'true']]);
    expect(failurePage(failure).body).toContain('href="/base/status"');
  });
});

describe('the page for an unknown URL', () => {
  it('says so and links to the start page', async () => {
    const { failurePage } = await setup();
    const { statusCode, headers, body } = failurePage({ statusCode: 404, body: {} });
    expect([statusCode, headers?.['retry-after']]).toEqual([404, undefined]);
    expect(body).toContain('<h1>Page not found</h1>');
    expect(body).toContain('href="/base/">Go to the start page</a>');
    expect(body).not.toMatch(/<script|http-equiv="refresh"/);
  });
});

describe('the page for a rejected request', () => {
  const body = { message: 'Invalid <nextUrl>.', attributes: { code: 'test.refused' } };

  it('states the reason and links to the start page', async () => {
    const { failurePage } = await setup();
    const page = failurePage({ statusCode: 400, body });
    expect(page.statusCode).toBe(400);
    expect(page.body).toContain('Invalid &lt;nextUrl&gt;.');
    expect(page.body).toContain('href="/base/">Go to the start page</a>');
  });

  it('explains where to log in if there is no login page', async () => {
    const { failurePage } = await setup();
    const page = failurePage({ statusCode: 401, body });
    expect(page.body).toContain('Open it from the application that logs you in.');
    expect(page.body).toContain('href="/base/">Try again</a>');
  });
});

describe('the shell page', () => {
  it('includes the metadata, the scripts of the build and the theme', async () => {
    const { page } = await setup();
    const { html, metadata } = await page({}, '/base');
    expect(metadata).toMatchObject({
      version: '1.2.3',
      buildNumber: 7,
      basePath: '/base',
      i18n: { locale: 'en', translationsUrl: '/base/translations/en.json' },
      anonymousStatusPage: false,
      isAnonymousPage: false,
      publicPath: '/base/bundles/',
      uiPlugins: [
        { id: 'home', scripts: ['/base/bundles/home.js'], config: { title: 'x', roles: ['r'] } },
        { id: 'findings', scripts: [] },
        { id: 'notes', scripts: ['/base/bundles/notes.js'] },
      ],
      legacyMetadata: { uiSettings: { user: { 'theme:darkMode': { userValue: true } } } },
      theme: { tag: 'v7dark' },
      branding: { productName: 'Security Dashboards', pageTitle: 'Security Dashboards' },
    });
    expect(html).toContain(`<script defer src="/base/bundles/${CORE}"></script>`);
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en" data-theme="v7dark">/);
    expect(html).toContain(
      'Security Dashboards did not load properly. Check the server output for more information.'
    );
  });

  it('includes preloaded responses and preload links for the scripts that it will load', async () => {
    const { page } = await setup([], createI18nMock(), {
      metadata: { responses: { '/api/me': { name: 'jane' } } },
      imports: ['home-app', 'home-other', 'home-app', 'unknown'],
    });
    const { html, metadata } = await page({}, '/base');
    expect(metadata.pagePreload).toEqual({ responses: { '/api/me': { name: 'jane' } } });
    expect(
      [...html.matchAll(/<link rel="preload"[^>]* href="([^"]+)"/g)].map(([, at]) => at)
    ).toEqual(
      [
        'translations/en.json',
        'bundles/home.js',
        'bundles/notes.js',
        'bundles/home-app.js',
        'bundles/shared.js',
        'bundles/other.js',
      ].map((path) => `/base/${path}`)
    );
    const anonymous = await page({ anonymous: true });
    expect(anonymous.metadata.pagePreload).toEqual({ responses: {} });
    expect(anonymous.html).not.toContain('home-app');
  });

  it('uses the language of the request and the user for all texts of the server', async () => {
    const localeOf = jest.fn((_request, chosen) => (chosen === 'browser' ? 'de' : 'en'));
    const translate = jest.fn((locale: string, text: Text) => `${locale}:${inEnglish(text)}`);
    const { page, getForPage } = await setup([], createI18nMock({ localeOf, translate }));
    getForPage.mockResolvedValue({ 'i18n:locale': { userValue: 'browser' } } as never);
    const { html, headers, metadata } = await page();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('de:Loading Security Dashboards');
    expect(headers['content-language']).toBe('de');
    expect(metadata.i18n).toEqual({ locale: 'de', translationsUrl: '/translations/de.json' });
    expect(metadata.legacyMetadata.uiSettings.defaults['theme:version']).toEqual({
      value: 'v7',
      name: 'de:Version',
      description: 'de:plain',
      optionLabels: { v7: 'de:Seven' },
    });
    // On a page without a user, settings are not requested.
    getForPage.mockClear();
    const { metadata: anonymous } = await page({ anonymous: true });
    expect(anonymous.i18n.locale).toBe('en');
    // Names and options of settings are only needed on the settings page.
    expect(anonymous.legacyMetadata.uiSettings.defaults['theme:version']).toEqual({ value: 'v7' });
    expect(localeOf).toHaveBeenLastCalledWith(expect.anything(), undefined);
    expect(getForPage).not.toHaveBeenCalled();
  });

  it("stores the user's own language in a cookie, for the login page only", async () => {
    const { render, getForPage } = await setup();
    const request = (sd_locale?: string) =>
      coreMock.createRequest({
        auth: coreMock.createAuth(),
        cookies: sd_locale === undefined ? {} : { sd_locale },
      });
    const own = (personalValue?: string) =>
      getForPage.mockResolvedValue({ 'i18n:locale': { userValue: 'en', personalValue } } as never);
    own('de');
    expect((await render(request(), {})).cookies).toEqual([
      { name: 'sd_locale', value: 'de', maxAgeSeconds: 31_536_000, sameSite: 'Lax' },
    ]);
    expect((await render(request('de'), {})).cookies).toBeUndefined();
    own();
    expect((await render(request('de'), {})).cookies).toMatchObject([{ value: undefined }]);
    const localeOf = jest.fn(() => 'en');
    const other = await setup([], createI18nMock({ localeOf }));
    await other.render(request('de'), { anonymous: true });
    expect(localeOf).toHaveBeenLastCalledWith(expect.anything(), 'de');
  });

  it('has a strict policy with its own nonce and no inline script', async () => {
    const { page } = await setup();
    const [first, second] = [await page(), await page()];
    const policy = first.headers['content-security-policy'] ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(first.metadata.cspNonce).toBe(nonce);
    expect(first.html).toContain(`<style nonce="${nonce}">`);
    expect(second.metadata.cspNonce).not.toBe(nonce);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(first.html).not.toMatch(/<script(?![^>]* src=)|\son\w+=|style="/);
  });

  it('is compressed with an encoding that the browser accepts', async () => {
    const { render } = await setup();
    const get = async (accept: string) =>
      render(coreMock.createRequest({ headers: { 'accept-encoding': accept } }), {});
    const br = await get('gzip, br');
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding, accept-language',
    });
    expect(brotliDecompressSync(br.body as Buffer).toString()).toContain('<!DOCTYPE html>');
    expect(gunzipSync((await get('gzip')).body as Buffer).toString()).toContain('<!DOCTYPE html>');
    expect((await get('identity')).headers).not.toHaveProperty('content-encoding');
  });

  it('omits user settings on anonymous pages and applies a theme override', async () => {
    const { page, getForPage } = await setup([
      ['uiSettings.overrides.theme:version', '"v8 (beta)"'],
    ]);
    const { metadata } = await page({ anonymous: true });
    expect(metadata.isAnonymousPage).toBe(true);
    expect(getForPage).not.toHaveBeenCalled();
    expect(metadata.legacyMetadata.uiSettings.user).toEqual({});
    expect(metadata.theme.tag).toBe('v8light');
  });

  it('hides the commit and private plugin configuration from pages without a user', async () => {
    const { page } = await setup();
    const loggedIn = (await page()).metadata;
    const { metadata } = await page({ anonymous: true });
    expect(loggedIn.env.packageInfo.buildSha).not.toBe('');
    expect(metadata).toMatchObject({ version: '1.2.3', buildNumber: 7 });
    expect(metadata.env.packageInfo).toEqual({ ...loggedIn.env.packageInfo, buildSha: '' });
    expect(metadata.uiPlugins[0]?.config).toEqual({ title: 'x' });
  });

  it('names no plugins without code to pages without a user, nor plugins that require them', async () => {
    const { page } = await setup();
    const { metadata } = await page({ anonymous: true });
    expect(metadata.uiPlugins.map(({ id }) => id)).toEqual(['home']);
  });

  it('says why login is unavailable to pages without a user only, with a link to the status page', async () => {
    const { page, failurePage, outage } = await setup();
    outage.current = { id: 'core.backend.x', defaultMessage: 'The cluster is away.' };
    expect((await page({ anonymous: true })).metadata).toMatchObject({
      outage: 'The cluster is away.',
    });
    expect((await page()).metadata).not.toHaveProperty('outage');
    const { body } = failurePage({
      statusCode: 503,
      body: { message: 'Away', attributes: { code: 'core.backend.x' } },
    });
    expect(body).toContain('href="/base/status"');
  });

  it('shows the status page without settings while a store is away, if it is open then', async () => {
    const { outage, render, router, getForPage } = await setup();
    getForPage.mockRejectedValue(new CodedError(BACKEND_ERRORS.unavailable));
    const request = coreMock.createRequest({ auth: coreMock.createAuth() });
    const response = {
      ...coreMock.createResponse(request),
      renderApp: (options = {}) => render(request, options),
    } as ResponseFactory;
    const open = async () => router.find('get', '/status').handler(request as never, response);
    await expect(open()).rejects.toThrow(CodedError);
    outage.current = { id: 'core.backend.x', defaultMessage: 'The cluster is away.' };
    expect(await open()).toMatchObject({ statusCode: 200, body: expect.stringContaining('away') });
    getForPage.mockRejectedValue(new Error('broken'));
    await expect(open()).rejects.toThrow('broken');
  });

  // @asvs V1.5/1
  it('escapes all values', async () => {
    const name = `"><script>alert('x')</script>&`;
    const { page } = await setup([['branding.productName', name]]);
    const { html, metadata } = await page();
    expect(metadata.branding.productName).toBe(name);
    expect(html).not.toContain('<script>alert');
  });

  it('maps settings to theme tags', () => {
    expect([
      themeTag('v7', false),
      themeTag('v8 (beta)', true),
      themeTag(undefined, 'true'),
    ]).toEqual(['v7light', 'v8dark', 'v7light']);
  });
});
