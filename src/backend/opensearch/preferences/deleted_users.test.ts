/** Users who were deleted directly on the cluster. */
import { setImmediate } from 'node:timers/promises';
import { SILENT_LOG } from '../../api/log';
import { MemoryPreferenceStore } from '../../testing/memory_preferences';
import { cleanUpDeletedUsers } from '../preferences';

it('deletes preferences of deleted users in one request per turn of the event loop', async () => {
  const store = new MemoryPreferenceStore();
  for (const name of ['a', 'b', 'c', 'd']) await store.change(name, { zone: 'UTC' });
  const calls = jest.spyOn(store, 'forget');
  const noteDeleted = cleanUpDeletedUsers(store, SILENT_LOG);
  noteDeleted('a');
  noteDeleted('b');
  await setImmediate();
  noteDeleted('c');
  await setImmediate();
  expect(calls.mock.calls).toEqual([[['a', 'b']], [['c']]]);
  expect(await store.get('a')).toEqual({});
  expect(await store.get('d')).toEqual({ zone: 'UTC' });
});

it('only logs a warning if the preference store is unavailable', async () => {
  const warn = jest.fn();
  const noteDeleted = cleanUpDeletedUsers(
    { forget: () => Promise.reject(new Error('away')) },
    { ...SILENT_LOG, warn }
  );
  noteDeleted('a');
  await setImmediate();
  await setImmediate();
  expect(warn).toHaveBeenCalledWith(expect.any(String), { error: 'Error: away' });
});
