import { act, screen } from '@testing-library/react';
import { coreMock } from '@sd/core/public/mocks';
import { HttpFetchError, type App, type NoPluginDeps } from '@sd/core/public';
import { API } from '../common';
import { plugin, type SampleAppPluginStart } from '.';

async function openApp(response: Promise<unknown>) {
  const core = coreMock.createSetup<NoPluginDeps, SampleAppPluginStart>();
  const start = coreMock.createStart();
  start.http.get.mockReturnValue(response);
  core.getStartServices.mockResolvedValue([start as never, {}, {}]);
  plugin(coreMock.createPluginInitializerContext()).setup(core, {});
  const [app] = core.application.register.mock.calls[0] as [App];
  const params = coreMock.createAppMountParameters();
  document.body.append(params.element);
  let unmount: () => void = () => undefined;
  await act(async () => {
    unmount = await app.mount(params);
  });
  return { app, start, unmount };
}

it('greets the user in its app', async () => {
  const response = Promise.resolve({ greeting: 'Hello', userName: 'anna' });
  const { app, start, unmount } = await openApp(response);
  expect(app.title).toBe('Sample app');
  expect(start.http.get).toHaveBeenCalledWith(API.greeting, expect.anything());
  expect(screen.getByRole('heading', { level: 1, name: 'Sample app' })).toBeVisible();
  expect(await screen.findByText('Hello, anna!')).toBeVisible();
  await act(async () => unmount());
});

it('shows the reason if the server returns no greeting', async () => {
  const body = { statusCode: 403, message: 'Not today' };
  const response = { status: 403 } as Response;
  const error = new HttpFetchError('Forbidden', 'Error', {} as Request, response, body);
  const { unmount } = await openApp(Promise.reject(error));
  expect(await screen.findByText('Not today')).toBeVisible();
  await act(async () => unmount());
});
