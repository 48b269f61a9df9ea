import { act, screen } from '@testing-library/react';
import { renderKit } from '../mocks';
import { useRead } from '../queries/use_read';
import { AppFrame } from './app_frame';

it('says of a page that waits for long that it waits, until the answer is there', async () => {
  jest.useFakeTimers();
  let answer: (text: string) => void = () => {};
  const read = () => new Promise<string>((resolve) => (answer = resolve));
  const Page = () => <p>{useRead(['page'], read).data ?? '…'}</p>;
  await renderKit(
    '/',
    <AppFrame>
      <Page />
    </AppFrame>
  );
  const told = () => screen.queryByText(/^The server has not answered yet\./);
  act(() => jest.advanceTimersByTime(9_000));
  expect(told()).toBeNull();
  act(() => jest.advanceTimersByTime(1_000));
  expect(told()).toBeVisible();
  await act(async () => answer('There it is'));
  act(() => jest.advanceTimersByTime(20_000));
  expect(screen.getByText('There it is')).toBeVisible();
  expect(told()).toBeNull();
  jest.useRealTimers();
});
