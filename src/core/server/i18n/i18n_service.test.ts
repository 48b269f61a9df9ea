import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InternalHttpServiceSetup } from '../http';
import { coreMock } from '../mocks';
import { I18nService } from './i18n_service';

const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sd-i18n-'))) as [string, string];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));
writeFileSync(
  join(folders[0], 'de.json'),
  '{"formats":{"number":{}},"messages":{"a":"eins","b":"zwei"}}'
);
writeFileSync(join(folders[1], 'de.json'), '{"messages":{"b":"deux"}}');

function setup(locale: string) {
  const router = coreMock.createRouter();
  const log = coreMock.createLogger();
  const contract = new I18nService().setup({
    http: { createRouter: () => router } as unknown as InternalHttpServiceSetup,
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
  return { contract, get, log };
}

describe('translations', () => {
  it('merge the files of core and plugins', async () => {
    const { contract, get } = setup('DE');
    expect(contract).toEqual({ locale: 'de', translationsPath: '/translations/de.json' });
    const { body, headers } = await get('De.json');
    expect(JSON.parse(body as string)).toEqual({
      locale: 'de',
      formats: { number: {} },
      messages: { a: 'eins', b: 'deux' },
    });
    expect(headers).toMatchObject({
      'cache-control': 'must-revalidate',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(await get('de.json', { 'if-none-match': headers?.['etag'] ?? '' })).toMatchObject({
      statusCode: 304,
    });
  });

  it('have English without a file, and nothing for locales nobody knows', async () => {
    const { get } = setup('en');
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

  it('warn when the configured locale has none', async () => {
    const { log, get } = setup('fr');
    expect(log.warn).toHaveBeenCalledWith(
      'There are no translations for i18n.locale "fr"; texts stay English.'
    );
    expect((await get('fr.json')).statusCode).toBe(200);
  });
});
