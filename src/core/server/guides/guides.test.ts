import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GuideLibrary, guidePreload, registerGuideRoutes } from '.';
import { coreMock } from '../mocks';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sd-guides-'));
  for (const kind of ['guide', 'reference']) mkdirSync(join(folder, kind));
  writeFileSync(join(folder, 'guide', 'operate.md'), '# Operate\n\nHow to run it.\n');
  writeFileSync(join(folder, 'reference', 'engine.md'), '# The engine\n');
  writeFileSync(join(folder, 'reference', 'openapi.json'), '{}');
  writeFileSync(join(folder, 'secret.md'), '# Secret\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

function setup() {
  const library = new GuideLibrary(folder);
  const router = coreMock.createRouter();
  registerGuideRoutes({ createRouter: () => router }, library);
  const get = async (path: string, params: Record<string, string> = {}) => {
    const request = coreMock.createRequest({ params, auth: coreMock.createAuth() });
    return router.find('get', path).handler(request as never, coreMock.createResponse(request));
  };
  return { library, router, get };
}

const TITLES = {
  guides: [
    { name: 'guide/operate', title: 'Operate' },
    { name: 'reference/engine', title: 'The engine' },
  ],
};

describe('guides', () => {
  it('lists the guides and returns the text of each', async () => {
    const { get } = setup();
    expect(await get('/api/core/guides')).toMatchObject({
      statusCode: 200,
      body: TITLES,
    });
    expect(
      await get('/api/core/guides/{folder}/{name}', { folder: 'guide', name: 'operate' })
    ).toMatchObject({
      statusCode: 200,
      body: { name: 'guide/operate', title: 'Operate', text: '# Operate\n\nHow to run it.\n' },
    });
  });

  it('requires a login', () => {
    const { router } = setup();
    expect(router.routes.map(({ config }) => config.options.access)).toEqual(['user', 'user']);
  });

  it.each([
    ['guide', 'unheard-of'],
    ['guide', '../secret'],
    ['guide', '..'],
    ['..', 'secret'],
    ['guide/..', 'secret'],
    ['guide', 'operate.md'],
    ['guide', 'operate\0'],
    ['reference', 'openapi'],
    ['__proto__', 'constructor'],
  ])('returns 404 for %j and %j, without reading a file', async (kind, name) => {
    const { get } = setup();
    await expect(
      get('/api/core/guides/{folder}/{name}', { folder: kind, name })
    ).rejects.toMatchObject({
      statusCode: 404,
      code: 'core.guides.not_found',
    });
  });

  it('has none where the build has none', async () => {
    const library = new GuideLibrary(join(folder, 'absent'));
    expect(await library.all()).toEqual([]);
  });
});

describe('the page of a guide', () => {
  const preloadOf = async (pathname: string) => {
    const { imports, responses = {} } = guidePreload(
      { url: new URL(pathname, 'http://host') },
      setup().library
    );
    const bodies = Object.entries(responses).map(async ([path, body]) => [path, await body()]);
    return { imports, responses: Object.fromEntries(await Promise.all(bodies)) as object };
  };

  it('carries the guide or the list, and names its scripts', async () => {
    expect(await preloadOf('/app/guides')).toEqual({
      imports: ['core-guides_app'],
      responses: { '/api/core/guides': TITLES },
    });
    expect(await preloadOf('/app/guides/guide/operate')).toEqual({
      imports: ['core-guides_app', 'core-markdown'],
      responses: {
        '/api/core/guides/guide/operate': expect.objectContaining({ title: 'Operate' }),
      },
    });
  });

  it('carries nothing on other pages and for unknown guides', async () => {
    expect(await preloadOf('/app/guidesx')).toEqual({ responses: {} });
    expect((await preloadOf('/app/guides/guide/none')).responses).toEqual({});
  });
});
