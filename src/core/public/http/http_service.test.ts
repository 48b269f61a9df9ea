/** @jest-environment node */
import { setTranslations } from '../i18n/translator';
import { HttpService } from './http_service';
import { ORIGIN, setUp } from './mocks';

describe('requests', () => {
  it("send the page's language if the browser would send another one", async () => {
    const { http, sent } = setUp();
    setTranslations({ locale: 'de', messages: {} });
    await http.fetch('/p');
    expect(sent().headers.get('accept-language')).toBe('de');
    await http.fetch('http://elsewhere/p');
    expect(sent().headers.has('accept-language')).toBe(false);
    setTranslations({ locale: 'en-GB', messages: {} });
    await http.fetch('/p');
    expect(sent().headers.has('accept-language')).toBe(false);
    setTranslations();
  });

  // @spec 10.1/6
  it("send the product's own headers only inside the base path", async () => {
    const { http, sent } = setUp();
    for (const [path, isOurs] of [
      ['/outside', false],
      ['https://other.site/myBase/x', false],
      ['/myBase/inside', true],
      [`${ORIGIN}/myBase/inside`, true],
      ['relative', true],
    ] as const) {
      await http.fetch(path, { prependBasePath: false });
      expect([path, sent().headers.has('kbn-version'), sent().headers.has('kbn-xsrf')]).toEqual([
        path,
        isOurs,
        isOurs,
      ]);
    }
  });
});

// @spec 8/49
it('throws if start runs before setup', () => {
  expect(() => new HttpService().start()).toThrow('HttpService#setup() must be called first!');
});
