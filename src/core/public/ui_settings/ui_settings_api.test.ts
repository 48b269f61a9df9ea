/** Sending changes of settings to the server. */
import { httpServiceMock } from '../mocks';
import { UiSettingsApi } from './ui_settings_api';

const flush = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

describe('UiSettingsApi', () => {
  function setup() {
    const http = httpServiceMock.createSetupContract();
    const requests: Array<{
      body: unknown;
      resolve(response: unknown): void;
      reject(error: unknown): void;
    }> = [];
    http.post.mockImplementation(
      ((_path: string, { body }: { body: string }) =>
        new Promise((resolve, reject) => {
          requests.push({ body: JSON.parse(body), resolve, reject });
        })) as never
    );
    const api = new UiSettingsApi(http);
    const counts: number[] = [];
    api.getLoadingCount$().subscribe((count) => counts.push(count));
    return { http, api, requests, counts };
  }

  // @spec 8/72
  it('settles all promises of a batch together, with the same response', async () => {
    const { api, requests } = setup();
    const first = api.batchSet('a', 1);
    const second = api.batchSet('b', 2);
    const third = api.batchSet('c', 3);
    requests[0]!.resolve({ settings: { a: {} } });
    await flush();
    requests[1]!.reject(new Error('gone'));
    expect(await first).toEqual({ settings: { a: {} } });
    await expect(second).rejects.toThrow('gone');
    await expect(third).rejects.toThrow('gone');
    void api.batchSet('d', 4);
    expect(requests).toHaveLength(3);
    const both = [api.batchSet('e', 5), api.batchSet('f', 6)];
    requests[2]!.resolve({ settings: {} });
    await flush();
    requests[3]!.resolve({ settings: { e: {} } });
    expect(await Promise.all(both)).toEqual([{ settings: { e: {} } }, { settings: { e: {} } }]);
  });

  // @spec 8/73
  it.each([
    [400, { message: 'invalid' }, 'invalid'],
    [404, { message: 'hidden' }, 'Request failed with status code: 404'],
    [500, undefined, 'Request failed with status code: 500'],
    [301, undefined, 'Moved Permanently'],
  ])('explains status %s', async (status, body, message) => {
    const { api, requests } = setup();
    const promise = api.batchSet('a', 1);
    requests[0]!.reject(
      Object.assign(new Error('Moved Permanently'), { response: { status }, body })
    );
    await expect(promise).rejects.toThrow(message);
  });

  // @spec 8/74
  it('counts 0, 1, 0 around each request, including failed ones, and completes on stop', async () => {
    const { api, requests, counts } = setup();
    const promise = api.batchSet('a', 1);
    requests[0]!.reject(new Error('x'));
    await expect(promise).rejects.toThrow();
    await flush();
    expect(counts).toEqual([0, 1, 0]);
    const complete = jest.fn();
    api.getLoadingCount$().subscribe({ complete });
    api.stop();
    expect(complete).toHaveBeenCalledTimes(1);
  });
});
