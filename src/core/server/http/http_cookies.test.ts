import fc from 'fast-check';
import type { SetCookie } from './types';
import { startHttp, stopHttp } from './mocks';

afterEach(stopHttp);

/** A server that sets the cookies a header requests, and returns the cookies it received. */
const startJar = (settings?: Record<string, string>) =>
  startHttp((http) => {
    http
      .createRouter()
      .get({ path: '/api/jar', validate: false, options: { access: 'public' } }, (request, r) => {
        const requested = request.headers['x-set'];
        return r.ok({
          body: request.cookies,
          cookies: requested === undefined ? [] : JSON.parse(decodeURIComponent(requested)),
        });
      });
  }, settings);

const asking = (...cookies: SetCookie[]) => ({
  'x-set': encodeURIComponent(JSON.stringify(cookies)),
});

describe('cookies', () => {
  it('are HttpOnly, with the base path and the attributes that the route sets', async () => {
    const { get } = await startJar({ 'server.basePath': '/x' });
    const response = await get(
      '/api/jar',
      asking(
        { name: 'plain', value: 'b' },
        { name: 'full', value: 'b', secure: true, domain: 'example.org', maxAgeSeconds: 1.9 },
        { name: 'strict', value: 'b', sameSite: 'Strict' },
        { name: 'none', value: 'b', sameSite: 'None' },
        { name: 'gone', value: undefined }
      )
    );
    expect(response.headers['set-cookie']).toEqual([
      'plain=b; Path=/x; HttpOnly',
      'full=b; Max-Age=1; Domain=example.org; Path=/x; HttpOnly; Secure',
      'strict=b; Path=/x; HttpOnly; SameSite=Strict',
      'none=b; Path=/x; HttpOnly; Secure; SameSite=None',
      'gone=; Max-Age=0; Path=/x; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly',
    ]);
  });

  it.each([
    { name: 'a b', value: '' },
    { name: 'a;b', value: '' },
    { name: '', value: '' },
    { name: 'a\r\nx', value: '' },
    { name: 'a', value: '', domain: 'x; HttpOnly' },
  ])('cause an error if they would break the header: %j', async (cookie) => {
    const { get } = await startJar();
    const response = await get('/api/jar', asking(cookie));
    expect(response).toMatchObject({
      status: 500,
      json: { message: 'An internal server error occurred.' },
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect((await get('/api/jar')).status).toBe(200);
  });

  it('are returned unchanged, whatever they contain (property)', async () => {
    const { get } = await startJar();
    const values = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), {
      minLength: 12,
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(values, async (held) => {
        const all = held.map((value, i) => ({ name: `c${i}`, value }));
        const set = await get('/api/jar', asking(...all));
        const pairs = set.headers['set-cookie']!.map((line) => line.split('; ')[0]!);
        for (const pair of pairs) expect(pair).toMatch(/^[\x21-\x7e]*$/);
        const cookie = pairs.join('; ');
        expect(Object.values((await get('/api/jar', { cookie })).json)).toEqual(held);
      }),
      { numRuns: 8 }
    );
  });

  it('are parsed leniently, preferring the first of duplicate names', async () => {
    const { get } = await startJar();
    const { json } = await get('/api/jar', { cookie: 'a=1; a=2; b; c=%zz; __proto__=x' });
    expect(Object.entries(json)).toEqual([
      ['a', '1'],
      ['c', '%zz'],
      ['__proto__', 'x'],
    ]);
  });
});
