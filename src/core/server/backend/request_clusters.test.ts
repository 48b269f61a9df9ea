import { coreMock } from '../mocks';
import { createRequestClusters } from './request_clusters';
import type { RouteRequest } from '../http/types';

const { core } = coreMock.createSetup();
const { engine: home } = core;
const log = coreMock.createLogger();
const named = (headers: Record<string, string> = {}) => coreMock.createRequest({ headers });
const ON_PROD = { securitycluster: 'prod' };
const FEATURES = { ...home.features, rename: false };

const provider = () => ({
  has: jest.fn((id: string) => id === 'prod'),
  list: jest.fn((_request: RouteRequest) => [
    { id: 'prod', name: 'Production', is_home: false, features: {} },
  ]),
  engineFor: jest.fn(
    (_id: string, _request: RouteRequest) => ({ name: 'engine of prod' }) as never
  ),
  featuresOf: jest.fn((id: string) => (id === 'prod' ? FEATURES : undefined)),
  confirmsChanges: jest.fn((id: string) => id === 'prod'),
  stored: new Map(),
});
const withProvider = () => {
  const clusters = createRequestClusters(home, log);
  const provided = provider();
  clusters.provide(provided);
  return { clusters, provided };
};

it('knows only home until a plugin provides clusters, and no other afterwards', () => {
  const clusters = createRequestClusters(home, log);
  expect(clusters.has('home')).toBe(true);
  expect(clusters.has('prod')).toBe(false);
  expect(clusters.list(named())).toMatchObject([{ id: 'home', is_home: true }]);
  expect(() => clusters.featuresOf(named(ON_PROD))).toThrow('no connected cluster "prod"');
  expect(() => clusters.asScoped(named(ON_PROD))).toThrow('There is no connected cluster "prod".');
  clusters.provide(provider());
  expect(clusters.has('prod')).toBe(true);
  expect(() => clusters.provide(provider())).toThrow('Another plugin');
});

it('gives a request the engine and the features of the cluster that it names', () => {
  const { clusters, provided } = withProvider();
  const request = named(ON_PROD);
  expect([clusters.idOf(request), clusters.isHome(request)]).toEqual(['prod', false]);
  expect(clusters.asScoped(request)).toEqual({ name: 'engine of prod' });
  expect(provided.engineFor).toHaveBeenCalledWith('prod', request);
  expect(clusters.featuresOf(request)).toBe(FEATURES);
  expect(() => clusters.featuresOf(named({ securitycluster: 'lost' }))).toThrow('cluster "lost"');
  const own = named();
  expect([clusters.idOf(own), clusters.isHome(own)]).toEqual(['home', true]);
  expect(clusters.featuresOf(own)).toBe(home.features);
  expect(() => clusters.engineFor('lost', own)).toThrow('There is no connected cluster "lost".');
  expect(clusters.list(own).map(({ id }) => id)).toEqual(['home', 'prod']);
});

it('asks for a confirmation that names the cluster, if the cluster wants one', () => {
  const { clusters } = withProvider();
  const lacks = (confirmed?: string, id = 'prod') =>
    clusters.lacksConfirmation(named(confirmed ? { securityclusterconfirm: confirmed } : {}), id);
  expect([lacks(), lacks('home'), lacks('prod'), lacks('home, prod')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(lacks(undefined, 'home')).toBe(false);
});

it('has everyone forget a removed cluster, also after a failure', async () => {
  const { clusters } = withProvider();
  const forget = jest.fn(async () => undefined);
  clusters.onRemoved(() => Promise.reject(new Error('full disk')));
  clusters.onRemoved(forget);
  await clusters.forget('prod');
  expect(forget).toHaveBeenCalledWith('prod');
  expect(log.error).toHaveBeenCalledWith(expect.any(String), {
    id: 'prod',
    reason: 'Error: full disk',
  });
});
