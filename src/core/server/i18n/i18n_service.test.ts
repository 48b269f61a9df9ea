import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { defineMessage } from '../../common';
import { coreMock } from '../mocks';
import { I18nService, findLocale, negotiateLocale } from './i18n_service';

const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sd-i18n-'))) as [string, string];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));
writeFileSync(
  join(folders[0], 'de.json'),
  JSON.stringify({
    formats: { number: {} },
    messages: {
      a: 'eins',
      b: 'zwei',
      count: '{n, plural, one {# Rolle} other {# Rollen}}',
      bad: '{',
    },
  })
);
writeFileSync(join(folders[1], 'de.json'), '{"messages":{"b":"deux"}}');
writeFileSync(join(folders[1], 'strangers.txt'), '# Login.\nb\n\ncou\n');
writeFileSync(join(folders[1], 'pt-BR.json'), 'not JSON');

function setup(locale = 'auto') {
  const router = coreMock.createRouter();
  const log = coreMock.createLogger();
  const i18n = new I18nService().setup({
    http: { createRouter: () => router },
    locale,
    folders: [...folders, '/nowhere'],
    log,
  });
  const get = async (file: string, headers: Record<string, string> = {}) => {
    const request = coreMock.createRequest({ params: { file }, headers });
    return router
      .find('get', '/translations/{file}')
      .handler(request as never, coreMock.createResponse(request));
  };
  return { i18n, get, log };
}

const asking = (language?: string) =>
  coreMock.createRequest({
    headers: language === undefined ? {} : { 'accept-language': language },
  });

describe('the locale of a request', () => {
  it('is the configured one, regardless of any preference', () => {
    const { i18n } = setup('DE-at');
    expect(i18n).toMatchObject({ isFixed: true, locales: ['en', 'de', 'pt-BR'] });
    expect(i18n.localeOf(asking('en'), 'en')).toBe('de');
    expect(i18n.translationsPath('de', 'all')).toBe('/translations/de.json');
  });

  it("is the user's choice, else the browser's language, else English", () => {
    const { i18n } = setup();
    expect(i18n.isFixed).toBe(false);
    expect(i18n.localeOf(asking('de'), 'en')).toBe('en');
    expect(i18n.localeOf(asking('de'), 'browser')).toBe('de');
    expect(i18n.localeOf(asking('de'), 'xx')).toBe('de');
    expect(i18n.localeOf(asking('de'), { toString: 'en' })).toBe('de');
    expect(i18n.localeOf(asking('fr, de;q=0.1'))).toBe('de');
    expect(i18n.localeOf(asking('fr'))).toBe('en');
    expect(i18n.localeOf(asking())).toBe('en');
  });

  it('is English, with a warning, if the configured one has no translations', async () => {
    const { i18n, log, get } = setup('fr');
    expect(log.warn).toHaveBeenCalledWith(
      'There are no translations for i18n.locale "fr"; texts stay English.'
    );
    expect(i18n.localeOf(asking('de'))).toBe('en');
    expect((await get('fr.json')).statusCode).toBe(404);
  });
});

describe('translated texts of the server', () => {
  it('are formatted, and plain strings are unchanged', () => {
    const { i18n } = setup();
    const roles = defineMessage('count', { defaultMessage: '{n} roles', values: { n: 1 } });
    expect(i18n.translate('de', roles)).toBe('1 Rolle');
    expect(i18n.translate('en', roles)).toBe('1 roles');
    expect(i18n.translate('de', 'name')).toBe('name');
  });

  it('are English without a translation, or with an invalid one', () => {
    const { i18n, log } = setup();
    const text = (id: string) => defineMessage(id, { defaultMessage: 'English' });
    expect(i18n.translate('de', text('unknown'))).toBe('English');
    expect(i18n.translate('de', text('bad'))).toBe('English');
    expect(log.error).toHaveBeenCalledWith(expect.stringContaining('"bad" (de)'));
    // The whole file is invalid.
    expect(i18n.translate('pt-BR', text('a'))).toBe('English');
    expect(log.error).toHaveBeenCalledWith(expect.stringContaining('pt-BR.json cannot be read'));
  });
});

describe('translation files', () => {
  it('merge the files of core and plugins', async () => {
    const { get } = setup();
    const { body, headers } = await get('De.json');
    expect(JSON.parse(body as string)).toMatchObject({
      locale: 'de',
      formats: { number: {} },
      messages: { a: 'eins', b: 'deux' },
    });
    expect(headers).toMatchObject({
      'cache-control': 'must-revalidate',
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(await get('de.json', { 'if-none-match': headers?.['etag'] ?? '' })).toMatchObject({
      statusCode: 304,
    });
  });

  it('are reduced on pages without a user to the listed id prefixes', async () => {
    const { i18n, get } = setup();
    expect(i18n.translationsPath('de', 'anonymous')).toBe('/translations/de.strangers.json');
    const { body, headers } = await get('de.strangers.json');
    const { messages, formats } = JSON.parse(body as string) as Record<string, object>;
    expect(Object.keys(messages ?? {})).toEqual(['b', 'count', 'bad']);
    expect(formats).toEqual({ number: {} });
    expect(headers?.['etag']).not.toBe((await get('de.json')).headers?.['etag']);
    const br = await get('de.strangers.json', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(br.body as Buffer).toString()).toBe(body);
    expect(await get('fr.strangers.json')).toMatchObject({ statusCode: 404 });
  });

  it('are sent with a compression that the browser accepts', async () => {
    const { get } = setup();
    const { body } = await get('de.json');
    const br = await get('de.json', { 'accept-encoding': 'gzip, br' });
    expect(br.headers).toMatchObject({ 'content-encoding': 'br' });
    expect(brotliDecompressSync(br.body as Buffer).toString()).toBe(body);
    const gzip = await get('de.json', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.body as Buffer).toString()).toBe(body);
  });

  it('include English without a file, and lead to 404 for unknown locales', async () => {
    const { get } = setup();
    expect(JSON.parse((await get('en.json')).body as string)).toEqual({
      locale: 'en',
      formats: {},
      messages: {},
    });
    expect(await get('fr.json')).toMatchObject({
      statusCode: 404,
      body: { message: 'Unknown locale: fr' },
    });
    expect(await get('../package.json')).toMatchObject({ statusCode: 404 });
  });
});

const KNOWN = ['en', 'de', 'pt-BR', 'zh-Hant'];

describe('findLocale', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-Latn-AT-1996', 'de'],
    ['de-x-private', 'de'],
    ['pt-br', 'pt-BR'],
    ['pt', undefined],
    ['zh-Hant-TW', 'zh-Hant'],
    ['fr', undefined],
    ['', undefined],
  ])('maps %j to %j', (range, expected) => {
    expect(findLocale(range, KNOWN)).toBe(expected);
  });
});

describe('negotiateLocale', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr-FR, fr;q=0.9, de;q=0.5, en;q=0.1', 'de'],
    ['en;q=0.3, de;q=0.7', 'de'],
    ['de ; q=0.2 , pt-BR ; Q=0.4', 'pt-BR'],
    ['en, de', 'en'],
    ['de;q=0, en', 'en'],
    ['de;q=0', undefined],
    ['*', undefined],
    ['*, de;q=0.1', 'de'],
    ['', undefined],
    [undefined, undefined],
    [';;;,,,=', undefined],
    ['de;q=abc', undefined],
    ['de;q=1.5', undefined],
    ['de_DE', undefined],
    ['../../etc/passwd', undefined],
    ['de\u0000', undefined],
    [`${'fr,'.repeat(400)}de`, undefined],
  ])('maps %j to %j', (header, expected) => {
    expect(negotiateLocale(header, KNOWN)).toBe(expected);
  });
});
