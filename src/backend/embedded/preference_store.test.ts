import { mkdtempSync, rmSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describePreferenceStore } from '../testing/preference_store_contract';
import { openDatabase, type Database } from './sqlite';
import { EmbeddedPreferenceStore, PREFERENCE_MIGRATIONS } from './data_stores';
import { runSecurityCli } from './cli';
import { openEmbeddedBackend } from './index';
import { ADMIN_PASSWORD, API, cleanUp, INTERNAL } from '../testing/embedded';
import { temporaryFolder } from '../../../test/helpers/temporary_folder';
import type { EngineRequest } from '../api/engine';

jest.setTimeout(30_000);

describePreferenceStore('embedded', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sd-preferences-'));
  const databases: Database[] = [];
  return {
    open: async () => {
      const file = join(dir, 'preferences.sqlite');
      const database = openDatabase({ file, migrations: PREFERENCE_MIGRATIONS });
      databases.push(database);
      return new EmbeddedPreferenceStore(database);
    },
    dispose: async () => {
      databases.forEach((database) => database.close());
      rmSync(dir, { recursive: true });
    },
  };
});

describe('cleanup of preferences', () => {
  const PASSWORD = 'Vintage-Tractor-42';

  const CHOSEN = { 'theme:darkMode': true };

  const stops: Array<() => Promise<void>> = [];

  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
    await cleanUp();
  });

  async function open(dataDir = temporaryFolder()) {
    const { backend } = await openEmbeddedBackend({
      dataDir,
      initialAdminPassword: ADMIN_PASSWORD,
    });
    let isStopped = false;
    const stop = async () => {
      if (!isStopped) await backend.stop();
      isStopped = true;
    };
    stops.push(stop);
    const { engine, preferences } = backend;
    const call = async (method: EngineRequest['method'], path: string, body?: unknown) => {
      const response = await engine.request(INTERNAL, { method, path: `${API}/${path}`, body });
      expect(response.statusCode).toBeLessThan(300);
    };
    const make = (name: string) => call('PUT', `internalusers/${name}`, { password: PASSWORD });
    const chosen = () => preferences.get('jane');
    return { dataDir, engine, preferences, call, make, chosen, stop };
  }

  it('deletes the preferences of a deleted user', async () => {
    const { call, make, chosen, preferences } = await open();
    await make('jane');
    await make('jan');
    for (const name of ['jane', 'jan']) await preferences.change(name, CHOSEN);
    await call('PUT', 'internalusers/jane', { description: 'changed', password: PASSWORD });
    expect(await chosen()).toEqual(CHOSEN);
    await call('DELETE', 'internalusers/jane');
    expect(await chosen()).toEqual({});
    expect(await preferences.get('jan')).toEqual(CHOSEN);
  });

  it('deletes existing preferences under the name of a new user', async () => {
    const { make, chosen, preferences } = await open();
    await preferences.change('jane', CHOSEN);
    await make('jane');
    expect(await chosen()).toEqual({});
  });

  it('deletes preferences when users are removed by a patch or a revert', async () => {
    const { call, engine, make, chosen, preferences } = await open();
    await make('jane');
    await preferences.change('jane', CHOSEN);
    const listed = await engine.history.list(INTERNAL, { page: 1, perPage: 1, name: 'jane' });
    const id = listed.ok ? listed.result.items[0]!.id : 0;
    expect((await engine.history.revert(INTERNAL, id, {})).statusCode).toBe(200);
    expect(await chosen()).toEqual({});
    await make('jane');
    await preferences.change('jane', CHOSEN);
    await call('PATCH', 'internalusers', [{ op: 'remove', path: '/jane' }]);
    expect(await chosen()).toEqual({});
  });

  it('deletes preferences when an offline import removes the user', async () => {
    const first = await open();
    await first.make('jane');
    await first.preferences.change('jane', CHOSEN);
    await first.stop();
    const dir = join(first.dataDir, 'files');
    mkdirSync(dir);
    const security = async (...argv: readonly string[]) => {
      let output = '';
      const code = await runSecurityCli(argv, first.dataDir, {
        write: (text) => void (output += text),
        writeError: (text) => void (output += text),
        env: {},
        readStdin: async () => '',
      });
      expect({ code, output }).toMatchObject({ code: 0 });
    };
    await security('export', dir, '--only=internalusers');
    const file = join(dir, 'internal_users.yml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/^jane:\n( .*\n)+/m, ''));
    await security('import', dir, '--prune');
    const later = await open(first.dataDir);
    expect(await later.chosen()).toEqual({});
  });
});
