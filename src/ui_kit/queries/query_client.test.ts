import { createQueries, shouldRepeat } from './query_client';

const failed = (status: number | undefined): Error =>
  Object.assign(new Error('Failed'), { request: {}, ...(status && { response: { status } }) });

it.each([400, 401, 403, 404, 409, 429, 500])('never retries after status %d', (status) => {
  expect(shouldRepeat(0, failed(status))).toBe(false);
});

it.each([undefined, 502, 503, 504])('retries once after %p', (status) => {
  expect(shouldRepeat(0, failed(status))).toBe(true);
  expect(shouldRepeat(1, failed(status))).toBe(false);
});

it('does not retry after programming errors', () => {
  expect(shouldRepeat(0, new TypeError('undefined is not a function'))).toBe(false);
});

it('sends one request for several screens, and does not retry after the session has ended', async () => {
  const queries = createQueries();
  const ask = jest.fn(() => Promise.reject(failed(401)));
  const read = () => queries.fetchQuery({ queryKey: ['me'], queryFn: ask });
  await Promise.allSettled([read(), read()]);
  expect(ask).toHaveBeenCalledTimes(1);
  queries.clear();
});
