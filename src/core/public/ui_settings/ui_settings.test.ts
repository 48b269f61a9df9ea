import { type BehaviorSubject, lastValueFrom, Subject, toArray } from 'rxjs';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { httpServiceMock, injectedMetadataServiceMock } from '../mocks';
import type { UiSettingsUpdate } from './types';
import { UiSettingsClient, type UiSettingsClientParams } from './ui_settings_client';
import { UiSettingsService } from './ui_settings_service';

describe('UiSettingsClient', () => {
  function setup(params: Partial<UiSettingsClientParams> = {}) {
    const done$ = new Subject<void>();
    const batchSet = jest.fn(async () => ({ settings: {} }));
    const choose = jest.fn(async () => ({ settings: {} }));
    const client = new UiSettingsClient({
      api: { batchSet, choose },
      defaults: {
        dateFormat: { value: 'Browser' },
        list: { value: '[1]', type: 'json' },
        size: { value: '10.5', type: 'number' },
      },
      user: {},
      done$,
      ...params,
    });
    const updates: UiSettingsUpdate[] = [];
    const saved: UiSettingsUpdate[] = [];
    const errors: Error[] = [];
    client.getUpdate$().subscribe((update) => updates.push(update));
    client.getSaved$().subscribe((update) => saved.push(update));
    client.getUpdateErrors$().subscribe((error) => errors.push(error));
    return { client, batchSet, done$, updates, saved, errors };
  }
  const refusing = () => {
    const refuse = async () => {
      throw new Error('refused');
    };
    return { batchSet: jest.fn(refuse), choose: jest.fn(refuse) };
  };

  describe('personal settings', () => {
    const user = { dateFormat: { userValue: 'tenant', personalValue: 'mine' } };

    it("override the tenant's values, but not those fixed by the configuration", async () => {
      const { client } = setup({ user });
      expect([client.get('dateFormat'), client.getPersonal('dateFormat')]).toEqual([
        'mine',
        'mine',
      ]);
      expect(client.isDefault('dateFormat')).toBe(false);
      const fixed = { dateFormat: { ...user.dateFormat, isOverridden: true } };
      const { client: other } = setup({ user: fixed });
      expect(other.get('dateFormat')).toBe('tenant');
      await expect(other.setPersonal({ dateFormat: 'x' })).rejects.toThrow('overridden');
    });

    it('take effect and are emitted once the server has accepted them', async () => {
      const choose = jest.fn(async () => ({ settings: { dateFormat: { userValue: 'tenant' } } }));
      const { client, updates, saved } = setup({ user, api: { batchSet: jest.fn(), choose } });
      const done = client.setPersonal({ dateFormat: null });
      expect(client.get('dateFormat')).toBe('mine');
      expect(await done).toBe(true);
      expect(choose).toHaveBeenCalledWith({ dateFormat: null });
      expect(client.get('dateFormat')).toBe('tenant');
      expect(updates).toEqual([{ key: 'dateFormat', newValue: 'tenant', oldValue: 'mine' }]);
      expect(saved).toEqual(updates);
    });

    it('stay unchanged if the server rejects them', async () => {
      const { client, errors } = setup({ user, api: refusing() });
      expect(await client.setPersonal({ dateFormat: 'x' })).toBe(false);
      expect(client.get('dateFormat')).toBe('mine');
      expect(errors.map(({ message }) => message)).toEqual(['refused']);
    });
  });

  describe('get', () => {
    it('ignores a stored value that cannot be parsed, warns once, and accepts a new one', async () => {
      allowConsole(/stored value of setting "(list|size)" cannot be read/);
      const warn = jest.spyOn(console, 'warn');
      const { client } = setup({
        user: { list: { userValue: '[1,' }, size: { userValue: 'tall' } },
      });
      expect([client.get('list'), client.get('size'), client.get('size')]).toEqual([
        [1],
        10.5,
        10.5,
      ]);
      expect(warn).toHaveBeenCalledTimes(2);
      expect(client.getAll()['size']).toMatchObject({ userValue: 'tall' });
      expect(await client.set('list', [2])).toBe(true);
    });

    // @spec 8/56
    it('prefers an override to the declared default, but not to the user value', () => {
      const { client } = setup({ user: { size: { userValue: '7' } } });
      expect(client.get('dateFormat', 'other')).toBe('other');
      expect(client.get('list', '[2]')).toEqual([2]);
      expect(client.get('size', '9')).toBe(7);
    });

    // @spec 8/62
    it('returns a deep copy of all settings', () => {
      const { client } = setup({ defaults: { a: { value: { deep: [1] } } } });
      const all = client.getAll();
      (all.a!.value as { deep: number[] }).deep.push(2);
      expect(client.get('a')).toEqual({ deep: [1] });
    });
  });

  describe('get$', () => {
    // @spec 8/59
    it('emits the current value, each update, the default after a removal, and completes on stop', async () => {
      const { client, done$ } = setup();
      const values = lastValueFrom(client.get$('dateFormat').pipe(toArray()));
      void client.set('dateFormat', 'new');
      void client.set('size', 3);
      void client.remove('dateFormat');
      done$.complete();
      expect(await values).toEqual(['Browser', 'new', 'Browser']);
    });

    // @spec 8/60
    it('emits the override after a removal', async () => {
      const { client, done$ } = setup({ user: { dateFormat: { userValue: 'mine' } } });
      const values = lastValueFrom(client.get$('dateFormat', 'override').pipe(toArray()));
      void client.remove('dateFormat');
      done$.complete();
      expect(await values).toEqual(['mine', 'override']);
    });

    // @spec 8/61
    it('emits an error for an unknown key', async () => {
      await expect(lastValueFrom(setup().client.get$('unknown'))).rejects.toThrow('unrecognized');
    });
  });

  describe('set', () => {
    it('accepts unknown keys as custom settings', async () => {
      const { client, updates } = setup();
      const saving = client.set('custom', 'y');
      expect([client.get('custom'), client.isCustom('custom')]).toEqual(['y', true]);
      expect(await saving).toBe(true);
      expect(updates).toEqual([{ key: 'custom', newValue: 'y', oldValue: undefined }]);
    });

    // @spec 8/67
    it('rolls back and resolves false if the server rejects the change', async () => {
      const { client, updates, errors } = setup({ api: refusing() });
      expect(await client.set('dateFormat', 'x')).toBe(false);
      expect(client.get('dateFormat')).toBe('Browser');
      expect(updates).toEqual([
        { key: 'dateFormat', newValue: 'x', oldValue: 'Browser' },
        { key: 'dateFormat', newValue: 'Browser', oldValue: 'x' },
      ]);
      expect(errors.map(({ message }) => message)).toEqual(['refused']);
    });

    // @spec 8/68
    it('leaves no user value behind that was not there before', async () => {
      const { client } = setup({ api: refusing() });
      await client.set('dateFormat', 'x');
      await client.set('custom', 'y');
      expect(client.isDefault('dateFormat')).toBe(true);
      expect(client.getAll().dateFormat).toEqual({ value: 'Browser' });
      expect(client.isDeclared('custom')).toBe(false);
    });

    it('keeps a newer change of the same key when an older one is rejected or confirmed', async () => {
      const responses: Array<(settle: 'ok' | 'bad') => void> = [];
      const { client } = setup({
        api: {
          choose: jest.fn(),
          batchSet: () =>
            new Promise((resolve, reject) => {
              responses.push((settle) =>
                settle === 'ok' ? resolve({ settings: {} }) : reject(new Error('bad'))
              );
            }),
        },
      });
      const first = client.set('dateFormat', 'one');
      const second = client.set('dateFormat', 'two');
      responses[0]!('bad');
      expect(await first).toBe(false);
      expect(client.get('dateFormat')).toBe('two');
      const other = client.set('size', 1);
      responses[2]!('ok');
      await other;
      expect(client.get('dateFormat')).toBe('two');
      responses[1]!('bad');
      expect(await second).toBe(false);
      expect(client.get('dateFormat')).toBe('Browser');
    });
  });

  // @spec 8/63
  it('tells declared, default, custom and overridden settings apart', () => {
    const { client } = setup({
      user: { mine: { userValue: 1 }, locked: { isOverridden: true }, no: { isOverridden: false } },
    });
    expect([client.isDeclared('dateFormat'), client.isDeclared('toString')]).toEqual([true, false]);
    expect([client.isDefault('unknown'), client.isDefault('mine')]).toEqual([true, false]);
    expect([
      client.isCustom('mine'),
      client.isCustom('dateFormat'),
      client.isCustom('unknown'),
    ]).toEqual([true, false, false]);
    expect(
      ['locked', 'no', 'unknown', 'hasOwnProperty'].map((key) => client.isOverridden(key))
    ).toEqual([true, false, false, false]);
  });

  // @spec 8/70
  it('changes a default for this page only, and emits it if there is no user value', async () => {
    const { client, updates, saved, batchSet } = setup({ user: { size: { userValue: '1' } } });
    client.overrideLocalDefault('dateFormat', 'local');
    client.overrideLocalDefault('size', '99');
    expect(client.get('dateFormat')).toBe('local');
    expect(client.getAll().dateFormat!.value).toBe('local');
    expect(updates).toEqual([{ key: 'dateFormat', newValue: 'local', oldValue: 'Browser' }]);
    expect(saved).toEqual(updates);
    expect(batchSet).not.toHaveBeenCalled();
    await client.remove('size');
    expect(client.get('size')).toBe(99);
  });

  // @spec 8/69
  it('does not replay its streams and completes them on stop', () => {
    const { client, done$ } = setup();
    void client.set('dateFormat', 'x');
    const observer = { next: jest.fn(), complete: jest.fn() };
    client.getUpdate$().subscribe(observer);
    client.getSaved$().subscribe(observer);
    client.getUpdateErrors$().subscribe(observer);
    done$.complete();
    expect(observer.next).not.toHaveBeenCalled();
    expect(observer.complete).toHaveBeenCalledTimes(3);
  });
});

describe('UiSettingsService', () => {
  it('returns the same client at setup and start, based on the page metadata', async () => {
    const http = httpServiceMock.createSetupContract();
    const injectedMetadata = injectedMetadataServiceMock.createSetupContract({
      legacyMetadata: {
        uiSettings: { defaults: { a: { value: 1 } }, user: { a: { userValue: 2 } } },
      },
    });
    const service = new UiSettingsService();
    expect(() => service.start()).toThrow(
      'UiSettingsService#setup() must be invoked before start.'
    );
    const client = service.setup({ http, injectedMetadata });
    expect(service.start()).toBe(client);
    expect(client.get('a')).toBe(2);

    const count$ = http.addLoadingCountSource.mock.calls[0]![0] as BehaviorSubject<number>;
    const complete = jest.fn();
    count$.subscribe({ complete });
    client.getUpdate$().subscribe({ complete });
    service.stop();
    expect(complete).toHaveBeenCalledTimes(2);
  });
});
