/** Contract suite for preference stores. */
import type { PreferenceStore } from '../api/preferences';

export interface PreferenceStoreFixture {
  /** Opens the same preferences as another server. */
  open(): Promise<PreferenceStore>;
  dispose(): Promise<void>;
}

/** @param start - opens an empty store */
export function describePreferenceStore(
  name: string,
  start: () => Promise<PreferenceStoreFixture>
): void {
  describe(`PreferenceStore: ${name}`, () => {
    let fixture: PreferenceStoreFixture;
    let mine: PreferenceStore;
    let other: PreferenceStore;

    beforeEach(async () => {
      fixture = await start();
      mine = await fixture.open();
      other = await fixture.open();
    });
    afterEach(() => fixture.dispose());

    it('returns the preferences of one user on every server, and of no other user', async () => {
      const long = `${'ü'.repeat(600)}/`;
      expect(await mine.get('jane')).toEqual({});
      const changes = { theme: true, zone: 'Europe/Berlin', tenant: '' };
      expect(await mine.change('jane', changes)).toEqual(changes);
      await mine.change(long, { zone: 'UTC' });
      expect(await other.get('jane')).toEqual(changes);
      expect(await other.get(long)).toEqual({ zone: 'UTC' });
      for (const name of ['Jane', 'jan', 'jane ', '__proto__', long.slice(1)])
        expect(await other.get(name)).toEqual({});
    });

    it('merges changes, and removes preferences set to null', async () => {
      await mine.change('jane', { theme: true, zone: 'UTC' });
      expect(await other.change('jane', { zone: null, absent: null, week: 'Monday' })).toEqual({
        theme: true,
        week: 'Monday',
      });
      expect(await mine.get('jane')).toEqual({ theme: true, week: 'Monday' });
      expect(await mine.change('jane', { theme: null, week: null })).toEqual({});
      expect(await other.get('jane')).toEqual({});
    });

    it('deletes the preferences of the given users only', async () => {
      const long = 'ü'.repeat(600);
      for (const name of ['jane', 'jan', long]) await mine.change(name, { zone: 'UTC' });
      await other.forget(['jane', long, 'nobody']);
      await other.forget([]);
      expect(await mine.get('jane')).toEqual({});
      expect(await mine.get(long)).toEqual({});
      expect(await mine.get('jan')).toEqual({ zone: 'UTC' });
      expect(await other.change('jane', { week: 'Monday' })).toEqual({ week: 'Monday' });
    });

    it('keeps all concurrent changes', async () => {
      const keys = Array.from({ length: 8 }, (_, index) => `k${index}`);
      await Promise.all(
        keys.map((key, index) => (index % 2 ? mine : other).change('jane', { [key]: index }))
      );
      expect(Object.keys(await mine.get('jane')).sort()).toEqual(keys);
    });
  });
}
