import { allowConsole } from '../../../../test/helpers/console_guard';
import { errorText } from './error_details';

const fetchError = (status?: number, body?: object): Error =>
  Object.assign(new Error('Failed'), {
    request: {},
    ...(status && { response: { status }, body }),
  });

it("returns the server's message, else generic advice, after an optional prefix", () => {
  allowConsole(/./);
  const logged = jest.spyOn(console, 'error');
  const generic = 'You may refresh the page to retry or see browser console for more information.';
  expect(errorText(fetchError(400, { message: 'No.' }), 'Saving failed.')).toBe(
    'Saving failed. No.'
  );
  expect(errorText(fetchError(400, { message: 'No.' }))).toBe('No.');
  expect(errorText(fetchError())).toBe(generic);
  expect(errorText(fetchError(), 'Saving failed.')).toBe(`Saving failed. ${generic}`);
  expect(logged).toHaveBeenCalled();
});

it('logs each error once, with or without a message of the server', () => {
  allowConsole(/./);
  const log = jest.spyOn(console, 'error');
  log.mockClear();
  const [explained, unanswered] = [fetchError(409, { message: 'No.' }), fetchError()];
  const declined = Object.assign(new Error('Declined'), { body: { message: 'Nothing changed.' } });
  for (const error of [explained, explained, unanswered, declined]) errorText(error);
  expect(log.mock.calls).toEqual([
    ['A request failed. HTTP 409: No.', explained],
    ['A request failed.', unanswered],
  ]);
});
