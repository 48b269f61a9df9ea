import { act, screen } from '@testing-library/react';
import { renderKit } from '../mocks';
import { useServerQuery } from '../queries/use_server_query';
import { AppFrame } from './app_frame';

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
