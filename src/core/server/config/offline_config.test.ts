import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../../backend/api';
import { loadOfflineConfig } from './load_config';

it('loads file, environment and its own arguments, and returns the other arguments', async () => {
  const root = mkdtempSync(join(tmpdir(), 'sd-offline-'));
  try {
    const file = join(root, 'sd.yml');
    writeFileSync(file, 'engine.restapi.max_string_length: 500\npath.data: elsewhere');
    const argv = [
      'import',
      `--config=${file}`,
      'dir',
      '--engine.audit.max_age_days=7',
      '--prune',
      '--opensearch.username=mover',
    ];
    const env = { SD_ENGINE_RESTAPI_PASSWORD_MIN_LENGTH: '12' };
    expect(await loadOfflineConfig(argv, { env, root })).toEqual({
      dataDir: join(root, 'elsewhere'),
      argv: ['import', 'dir', '--prune'],
      cluster: expect.objectContaining({ username: 'mover', requestTimeout: 30_000 }),
      dashboardsIndex: '.kibana',
      settings: {
        ...DEFAULT_SETTINGS,
        maxStringLength: 500,
        auditMaxAgeDays: 7,
        passwordMinLength: 12,
      },
    });
    await expect(
      loadOfflineConfig(['--engine.audit.max_age_days=0'], { env: {}, root })
    ).rejects.toThrow('[config validation of [engine].audit.max_age_days]');
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
