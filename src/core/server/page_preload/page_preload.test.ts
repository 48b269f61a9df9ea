import { coreMock } from '../mocks';
import { type PagePreloadProvider, PagePreloader } from './page_preload';

const capabilities = { navLinks: { home: true }, management: {}, catalogue: {} };

function setup(providers: readonly PagePreloadProvider[], resolve = async () => capabilities) {
  const resolveCapabilities = jest.fn(resolve);
  const values = new PagePreloader({ resolveCapabilities, log: coreMock.createLogger() });
  providers.forEach((provider) => values.addPreloadProvider(provider));
  const request = coreMock.createRequest({ url: new URL('http://localhost/app/home') });
  const of = (isAnonymous?: boolean) => values.of(request, isAnonymous);
  return { resolveCapabilities, request, of };
}

describe('preloaded data of a page', () => {
  it('includes the values of all plugins for the request, with the capabilities of their apps', async () => {
    const provider = jest.fn(() => ({
      apps: ['home'],
      imports: ['home-app'],
      responses: { '/api/me': async () => ({ name: 'jane' }) },
    }));
    const { of, request, resolveCapabilities } = setup([
      provider,
      () => ({ responses: { '/api/other': async () => 0 } }),
    ]);
    const { metadata, imports } = await of();
    expect(metadata).toEqual({
      capabilities,
      responses: { '/api/me': { name: 'jane' }, '/api/other': 0 },
    });
    expect(imports).toEqual(expect.arrayContaining(['core-header', 'home-app']));
    expect(provider).toHaveBeenCalledWith(request);
    expect(resolveCapabilities).toHaveBeenCalledWith(request, [
      'error',
      'guides',
      'status',
      'home',
    ]);
  });

  it('is limited to capabilities on a page without a user', async () => {
    const makes = jest.fn();
    const { of, resolveCapabilities, request } = setup([
      () => ({ apps: ['home'], imports: ['home-app'], responses: { '/api/me': makes } }),
    ]);
    expect(await of(true)).toEqual({ metadata: { capabilities, responses: {} }, imports: [] });
    expect(resolveCapabilities).toHaveBeenCalledWith(request, [
      'error',
      'guides',
      'status',
      'home',
    ]);
    expect(makes).not.toHaveBeenCalled();
  });

  it('omits only the parts that fail', async () => {
    const { of } = setup(
      [
        () => {
          throw new Error('broken');
        },
        () => ({
          responses: {
            '/api/broken': () => Promise.reject(new Error('away')),
            '/api/none': async () => undefined,
            '/api/me': async () => 1,
          },
        }),
      ],
      () => Promise.reject(new Error('away'))
    );
    expect((await of()).metadata).toEqual({ responses: { '/api/me': 1 } });
  });

  it('does not delay the page beyond the limit', async () => {
    jest.useFakeTimers();
    const { of } = setup([
      () => ({
        responses: { '/api/slow': () => new Promise(() => undefined), '/api/me': async () => 1 },
      }),
    ]);
    const firsts = of();
    await jest.advanceTimersByTimeAsync(300);
    expect((await firsts).metadata.responses).toEqual({ '/api/me': 1 });
    jest.useRealTimers();
  });
});
