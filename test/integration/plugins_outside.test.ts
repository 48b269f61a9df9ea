/**
 * Plugins outside `src`: the example (`plugins.paths` in the configuration file), and one that `npm
 * run plugin:create` generated in a folder outside the project.
 */
import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unescape } from 'lodash';
import type { HttpClient } from '../helpers/http_client';
import {
  ensurePluginBuild,
  NEW_PLUGIN,
  runScript,
  type PluginBuild,
  type ToolResult,
} from '../helpers/plugin_build';
import { startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';
import { version } from '../../package.json';

jest.setTimeout(420_000);

const NOTES = '/api/field_notes/notes';
const READER = { username: 'rudi.reader', password: 'Heron-at-the-pond-42' } as const;

let build: PluginBuild;
let folder: string;
beforeAll(async () => {
  build = await ensurePluginBuild();
  folder = mkdtempSync(path.join(tmpdir(), 'sd-outside-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a server with both plugins', () => {
  let server: TestServer;
  let admin: HttpClient;
  beforeAll(async () => {
    const config = path.join(folder, 'config.yml');
    const lines = [
      `plugins.paths: ${JSON.stringify(build.pluginPaths)}`,
      'field_notes: { motto: Look twice, reader_roles: [note_reader] }',
    ];
    writeFileSync(config, `${lines.join('\n')}\n`);
    server = await startServer({ buildDir: build.buildDir, args: [`--config=${config}`] });
    admin = await server.adminClient();
  });
  afterAll(() => server?.stop());

  // @asvs V1.14/1
  it('creates, lists and counts notes as saved objects of the tenant', async () => {
    const { status, body } = await admin.post(NOTES, { title: 'Heron', text: 'At the pond' });
    expect(status).toBe(201);
    const list = await admin.get(NOTES);
    expect(list.body).toMatchObject({
      total: 1,
      rows: [{ id: body.id, title: 'Heron', author: 'admin' }],
    });
    const object = await admin.get(`/api/saved_objects/field-note/${body.id}`);
    expect(object.body.attributes).toEqual({
      title: 'Heron',
      text: 'At the pond',
      author: 'admin',
    });
    const author = await admin.get('/api/field_notes/author');
    expect(author.body).toMatchObject({ userName: 'admin', writtenToday: 1 });
    expect(author.body.roles).toContain('all_access');
  });

  it('sorts according to the setting, and rejects values that its schema does not allow', async () => {
    await admin.post(NOTES, { title: 'Adder', text: '' });
    const set = (changes: object) => admin.post('/api/kibana/settings', { changes });
    expect((await set({ 'fieldNotes:sortBy': 'title' })).status).toBe(200);
    const { body } = await admin.get(NOTES);
    expect(body.rows.map(({ title }: { title: string }) => title)).toEqual(['Adder', 'Heron']);
    expect((await set({ 'fieldNotes:pageSize': 1000 })).status).toBe(400);
  });

  it('gives readers read-only access, in the API and in the capabilities', async () => {
    const api = '/api/v1/configuration';
    await admin.post(`${api}/roles/note_reader`, {
      tenant_permissions: [{ tenant_patterns: ['*'], allowed_actions: ['kibana_all_write'] }],
    });
    const { username, password } = READER;
    await admin.post(`${api}/internalusers/${username}`, {
      password,
      backend_roles: [],
      attributes: {},
    });
    await admin.post(`${api}/rolesmapping/note_reader`, { users: [username] });
    const reader = server.client();
    await reader.login(username, password);
    const mayWrite = async (client: HttpClient) => {
      const { body } = await client.post('/api/core/capabilities', {
        applications: ['fieldNotes'],
      });
      return body.fieldNotes.write;
    };
    expect([await mayWrite(admin), await mayWrite(reader)]).toEqual([true, false]);
    expect((await reader.get(NOTES)).status).toBe(200);
    expect((await reader.post(NOTES, { title: 'Swan', text: '' })).status).toBe(403);
  });

  it('shows visitors without a session only the welcome page', async () => {
    const stranger = server.client();
    expect((await stranger.get('/api/field_notes/about')).body).toEqual({
      version: '0.1.0',
      motto: 'Look twice',
    });
    const page = await stranger.get('/field-notes/welcome');
    expect(page.status).toBe(200);
    expect(page.text).toContain('kbn-injected-metadata');
    expect((await stranger.get('/field-notes/probe/x')).text).toBe('available\n');
    expect((await stranger.get(NOTES)).status).toBe(401);
  });

  it('serves scripts, translations and status of both plugins', async () => {
    const { text } = await admin.get('/app/field-notes');
    const [, data = ''] = /<kbn-injected-metadata data="([^"]*)"/.exec(text) ?? [];
    const metadata = JSON.parse(unescape(data));
    const plugins = new Map<string, { scripts: string[]; config?: object }>(
      metadata.uiPlugins.map((plugin: { id: string }) => [plugin.id, plugin])
    );
    expect(plugins.get('fieldNotes')?.config).toEqual({ motto: 'Look twice' });
    for (const id of ['fieldNotes', NEW_PLUGIN.id]) {
      for (const script of plugins.get(id)?.scripts ?? ['/none'])
        expect((await admin.get(script)).status).toBe(200);
    }
    const { body } = await admin.get('/translations/de.json');
    expect(body.messages).toMatchObject({ 'fieldNotes.appTitle': 'Feldnotizen' });
    const { body: status } = await admin.get('/api/status');
    const ids = status.status.statuses.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(
      expect.arrayContaining([`plugin:fieldNotes@${version}`, `plugin:${NEW_PLUGIN.id}@${version}`])
    );
  });

  it('runs a plugin with a legacy manifest; a missing API fails where the plugin requests it', async () => {
    expect((await admin.get('/api/odd_one')).body).toEqual({ package: 'MODULE_NOT_FOUND' });
    expect((await server.client().get('/api/odd_one')).status).toBe(401);
    expect(server.output()).toMatch(
      /opensearch_dashboards\.json has keys that mean nothing here and are ignored: opensearchDashboardsVersion, requiredBundles\./
    );
  });

  // @feature plugins/2
  it('survives uncaught errors of a plugin, in its own timers and in callbacks of core', async () => {
    const throwLater = (how: string) => admin.get(`/api/odd_one/later?how=${how}`);
    const logged = () =>
      server.output().split('Plugin \\"oddOne\\" did not catch an error.').length - 1;
    for (const [index, how] of ['timer', 'core', 'promise'].entries()) {
      expect((await throwLater(how)).status).toBe(200);
      await waitForCondition(() => logged() === index + 1);
    }
    expect((await admin.get('/api/status')).status).toBe(200);
  });

  it('serves the route of the new plugin', async () => {
    const { body } = await admin.get(NEW_PLUGIN.api);
    expect(body).toEqual({ greeting: 'Hello', userName: 'admin' });
  });
});

describe('npm run plugin:check', () => {
  it('reports no problem in a new plugin', async () => {
    const { code, output } = await runScript('plugin_check', [build.newPlugin]);
    expect(output).toContain('types: ok');
    expect(output).toContain('lint: ok');
    expect(output).toContain('tests: ok');
    expect(code).toBe(0);
  });

  it('requires a plugin', async () => {
    const { code, output } = await runScript('plugin_check', [folder]);
    expect([code, output]).toEqual([1, `There is no plugin.json in ${folder}.\n`]);
  });
});

describe('npm run plugin:create', () => {
  const create = (name: string, dir: string): Promise<ToolResult> =>
    runScript('plugin_create', [name, `--dir=${path.join(folder, dir)}`]);

  it.each([
    ['9 lives', /^"9 lives" is no name for a plugin: write up to 40 letters and digits/],
    ['../../evil', /is no name for a plugin/],
    ['security', /^There already is a plugin "security" in .+security\.$/m],
    ['Field notes', /^There already is a plugin "fieldNotes"/],
    ['server', /^The name "server" belongs to core; take another one\.$/m],
  ])('rejects the name %j with one line, and writes nothing', async (name, words) => {
    const { code, output } = await create(name, 'refused');
    expect(code).toBe(1);
    expect(output).toMatch(words);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder)).not.toContain('refused');
  });

  it('writes nothing into a folder that is not empty', async () => {
    const dir = path.join(folder, 'mine');
    mkdirSync(dir);
    writeFileSync(path.join(dir, 'notes.txt'), 'mine');
    const { code, output } = await create('bird watch', 'mine');
    expect(code).toBe(1);
    expect(output).toBe(`${dir} exists already; nothing was written.\n`);
    expect(readdirSync(dir)).toEqual(['notes.txt']);
  });

  it('prints the commands that start and check the plugin', async () => {
    const dir = path.join(folder, 'bird_watch');
    const { output } = await create('birdWatch', 'bird_watch');
    expect(output).toContain(`npm start -- --plugins.paths=${dir}\n`);
    expect(output).toContain(`npm run plugin:check ${dir}\n`);
  });
});
