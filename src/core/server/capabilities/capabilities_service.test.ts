import type { Capabilities } from '../../common';
import type { InternalHttpServiceSetup } from '../http';
import { coreMock } from '../mocks';
import { CapabilitiesService } from './capabilities_service';

function setup() {
  const router = coreMock.createRouter();
  const capabilities = new CapabilitiesService().setup({
    http: { createRouter: () => router } as unknown as InternalHttpServiceSetup,
  });
  const ask = async (applications: string[]) => {
    const request = coreMock.createRequest({ body: { applications } });
    const { body } = await router
      .find('post', '/api/core/capabilities')
      .handler(request as never, coreMock.createResponse(request));
    return body as Capabilities;
  };
  return { capabilities, ask };
}

describe('capabilities', () => {
  it('combine the defaults, the providers and a link for each requested application', async () => {
    const { capabilities, ask } = setup();
    capabilities.registerProvider(() => ({
      dashboards: { show: true, edit: { own: false } },
      navLinks: { fixed: false },
    }));
    capabilities.registerProvider(() => ({ dashboards: { edit: { all: true } } }) as never);
    expect(await ask(['home', 'security'])).toEqual({
      navLinks: { home: true, security: true, fixed: false },
      management: {},
      catalogue: {},
      dashboards: { show: true, edit: { own: false, all: true } },
    });
  });

  it('follow what a provider reads while the server runs', async () => {
    const { capabilities, ask } = setup();
    let isConnected = false;
    capabilities.registerProvider(() => ({ clusters: { connected: isConnected } }));
    expect(await ask([])).toMatchObject({ clusters: { connected: false } });
    isConnected = true;
    expect(await ask([])).toMatchObject({ clusters: { connected: true } });
  });

  it('cause an error if providers disagree', () => {
    const { capabilities } = setup();
    capabilities.registerProvider(() => ({ a: { b: true } }));
    expect(() => capabilities.registerProvider(() => ({ a: { b: false } }))).toThrow(
      'conflict trying to merge booleans with different values'
    );
    expect(() => capabilities.registerProvider(() => ({ a: { b: {} } }))).toThrow(
      'conflict trying to merge boolean with object'
    );
  });

  // @spec 21/1
  it('are changed by switchers in order, values only', async () => {
    const { capabilities, ask } = setup();
    capabilities.registerProvider(() => ({ a: { b: true, deep: { c: true } } }));
    capabilities.registerSwitcher(() => ({
      navLinks: { home: false, invented: true },
      a: { b: {} as never, deep: { c: false } },
      more: {},
    }));
    const received: Capabilities[] = [];
    capabilities.registerSwitcher(async (_request, current) => {
      received.push(current);
      (current.navLinks as Record<string, boolean>)['home'] = true;
      return {};
    });
    const expected = {
      navLinks: { home: false },
      management: {},
      catalogue: {},
      a: { b: true, deep: { c: false } },
    };
    expect(await ask(['home'])).toEqual(expected);
    expect(await ask(['home'])).toEqual(expected);
    expect(received).toHaveLength(2);
  });

  it('support an application called __proto__', async () => {
    const { ask } = setup();
    const result = await ask(['__proto__']);
    expect(({} as Record<string, unknown>)['navLinks']).toBeUndefined();
    expect(Object.keys(result)).toEqual(['navLinks', 'management', 'catalogue']);
  });
});
