/** Sending changes of settings to the server, through the client that plugins get. */
import type { BehaviorSubject } from 'rxjs';
import { httpServiceMock, injectedMetadataServiceMock } from '../mocks';
import { UiSettingsService } from './ui_settings_service';

const flush = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

describe('changes of settings', () => {
  function setup() {
    const http = httpServiceMock.createSetupContract();
    const requests: Array<{
      body: { changes: object };
      resolve(response: unknown): void;
      reject(error: unknown): void;
    }> = [];
    http.post.mockImplementation(
      ((_path: string, { body }: { body: string }) =>
        new Promise((resolve, reject) => {
          requests.push({ body: JSON.parse(body), resolve, reject });
        })) as never
    );
    const injectedMetadata = injectedMetadataServiceMock.createSetupContract({
      legacyMetadata: { uiSettings: { defaults: {}, user: {} } },
    });
    const service = new UiSettingsService();
    const client = service.setup({ http, injectedMetadata });
    const count$ = http.addLoadingCountSource.mock.calls[0]![0] as BehaviorSubject<number>;
    const counts: number[] = [];
    count$.subscribe((count) => counts.push(count));
    const errors: string[] = [];
    client.getUpdateErrors$().subscribe(({ message }) => errors.push(message));
    return { service, client, requests, count$, counts, errors };
  }

  // @spec 8/72
  it('of one request are all made, or all refused', async () => {
    const { client, requests, errors } = setup();
    const first = client.set('a', 1);
    const together = [client.set('b', 2), client.set('c', 3)];
    requests[0]!.resolve({ settings: { a: { userValue: 1 } } });
    expect(await first).toBe(true);
    await flush();
    expect(requests[1]!.body.changes).toEqual({ b: 2, c: 3 });
    requests[1]!.reject(new Error('gone'));
    expect(await Promise.all(together)).toEqual([false, false]);
    expect(errors).toEqual(['gone', 'gone']);
    const alone = client.set('d', 4);
    expect(requests).toHaveLength(3);
    const both = [client.set('e', 5), client.set('f', 6)];
    requests[2]!.resolve({ settings: {} });
    expect(await alone).toBe(true);
    await flush();
    requests[3]!.resolve({ settings: { e: { userValue: 5 }, f: { userValue: 6 } } });
    expect(await Promise.all(both)).toEqual([true, true]);
  });

  // @spec 8/73
  it.each([
    [400, { message: 'invalid' }, 'invalid'],
    [404, { message: 'hidden' }, 'Request failed with status code: 404'],
    [500, undefined, 'Request failed with status code: 500'],
    [301, undefined, 'Moved Permanently'],
  ])('explain status %s', async (status, body, message) => {
    const { client, requests, errors } = setup();
    const done = client.set('a', 1);
    requests[0]!.reject(
      Object.assign(new Error('Moved Permanently'), { response: { status }, body })
    );
    expect(await done).toBe(false);
    expect(errors).toEqual([message]);
  });

  // @spec 8/74
  it('count 0, 1, 0 around each request, including failed ones, and complete on stop', async () => {
    const { service, client, requests, count$, counts } = setup();
    const done = client.set('a', 1);
    requests[0]!.reject(new Error('x'));
    expect(await done).toBe(false);
    await flush();
    expect(counts).toEqual([0, 1, 0]);
    const complete = jest.fn();
    count$.subscribe({ complete });
    service.stop();
    expect(complete).toHaveBeenCalledTimes(1);
  });
});
