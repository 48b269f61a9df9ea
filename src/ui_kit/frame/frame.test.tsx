import { screen, act } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { allowConsole } from '../../../test/helpers/console_guard';
import { renderKit } from '../mocks';
import { lazyPage } from './lazy_page';
import { LoadError } from './load_error';
import { PageBoundary } from './page_boundary';
import { useServerQuery } from '../queries/use_server_query';
import { AppFrame } from './app_frame';

it('offers to reload the page when a bundle does not load', async () => {
  allowConsole(/ChunkLoadError|Loading chunk|error occurred/);
  const Missing = lazyPage<object>(() =>
    Promise.reject(Object.assign(new Error('Loading chunk x failed.'), { name: 'ChunkLoadError' }))
  );
  const reloadPage = jest.fn();
  await renderKit(
    '/',
    <PageBoundary resetKey="/" reloadPage={reloadPage}>
      <Suspense fallback="…">
        <Missing />
      </Suspense>
    </PageBoundary>
  );
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent("Couldn't load this page");
  expect(alert).toHaveTextContent(/server may have been updated/);
  await userEvent.click(screen.getByRole('button', { name: 'Reload page' }));
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

it('confines other errors to the page, until the user navigates elsewhere', async () => {
  allowConsole(/Broken|error occurred/);
  const Broken = (): never => {
    throw new Error('Broken');
  };
  const { unmount } = await renderKit(
    '/',
    <PageBoundary resetKey="/">
      <Broken />
    </PageBoundary>
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This page stopped working');
  unmount();
});

it('says that access is missing when the server refuses data', async () => {
  const refusal = Object.assign(new Error('Forbidden'), {
    response: { status: 403 },
    body: { message: 'No permission to read the history.' },
  });
  await renderKit('/', <LoadError error={refusal} onRetry={jest.fn()} title="No history" />);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent("You don't have access to this.");
  expect(alert).toHaveTextContent('No permission to read the history.');
  expect(alert).toHaveTextContent(/Ask an administrator for a role/);
});

it('shows a notice while a page waits for a long time, until the response arrives', async () => {
  jest.useFakeTimers();
  let response: (text: string) => void = () => {};
  const read = () => new Promise<string>((resolve) => (response = resolve));
  const Page = () => <p>{useServerQuery(['page'], read).data ?? '…'}</p>;
  await renderKit(
    '/',
    <AppFrame>
      <Page />
    </AppFrame>
  );
  const notice = () => screen.queryByText(/^The server hasn't responded yet\./);
  act(() => jest.advanceTimersByTime(9_000));
  expect(notice()).toBeNull();
  act(() => jest.advanceTimersByTime(1_000));
  expect(notice()).toBeVisible();
  await act(async () => response('There it is'));
  act(() => jest.advanceTimersByTime(20_000));
  expect(screen.getByText('There it is')).toBeVisible();
  expect(notice()).toBeNull();
  jest.useRealTimers();
});
