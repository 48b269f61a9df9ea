import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpMethod } from '../../../backend/api';
import type { EmbeddedEngine } from '../../../backend/embedded';
import { WorkerPool } from '../../../workers';
import { loadConfig } from '../config';
import { parseArguments } from '../config/arguments';
import { coreMock } from '../mocks';
import { BackendService } from './backend_service';

const load = async (...settings: string[]) => {
  const args = parseArguments(settings.map((setting) => `--engine.${setting}`));
  return (await loadConfig({ args, env: {}, root: tmpdir() })).core;
};

describe('settings of the section engine', () => {
  let dataPath: string;
  let service: BackendService;
  const workers = new WorkerPool();
  afterAll(() => workers.stop());
  beforeEach(() => {
    dataPath = mkdtempSync(join(tmpdir(), 'sd-engine-'));
  });
  afterEach(async () => {
    await service.stop();
    rmSync(dataPath, { recursive: true, force: true });
  });

  async function start(...settings: string[]): Promise<EmbeddedEngine> {
    service = new BackendService();
    const { backend } = await service.setup({
      config: await load(...settings),
      dataPath,
      isDemo: false,
      initialAdminPassword: 'Correct-Horse-7-Battery-Staple-9',
      workers,
      log: coreMock.createLogger(),
    });
    return backend.engine as EmbeddedEngine;
  }

  const call = (engine: EmbeddedEngine, method: HttpMethod, path: string, body?: unknown) =>
    engine.request({ kind: 'internal' }, { method, path: `/_plugins/_security/api/${path}`, body });

  it('apply the password rules', async () => {
    const engine = await start(
      'restapi.password_min_length=30',
      'restapi.password_validation_regex=.*[0-9].*',
      'restapi.password_validation_error_message=Needs a digit'
    );
    const put = (password: string) => call(engine, 'PUT', 'internalusers/jdoe', { password });
    expect((await put('Vintage-Tractor-42')).body).toMatchObject({
      reason: 'Password is too short',
    });
    expect((await put('Vintage-Tractor-Without-Any-Digit')).body).toMatchObject({
      reason: 'Needs a digit',
    });
    expect((await put('Vintage-Tractor-With-Digits-42')).statusCode).toBe(201);
  });

  it('apply the distinguished names of nodes', async () => {
    expect((await call(await start(), 'GET', 'nodesdn')).statusCode).toBe(400);
    await service.stop();
    const engine = await start('nodes_dn_dynamic_config_enabled', 'nodes_dn=["CN=node1"]');
    expect((await call(engine, 'GET', 'nodesdn?show_all=true')).statusCode).not.toBe(500);
    const response = await engine.request(
      { kind: 'internal' },
      { method: 'GET', path: '/_plugins/_security/api/nodesdn', query: { show_all: 'true' } }
    );
    expect(response.body).toEqual({ STATIC_OPENSEARCH_YML_NODES_DN: { nodes_dn: ['CN=node1'] } });
  });
});
