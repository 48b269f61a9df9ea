import { judge } from './boundaries';
import { placeOf } from './zones';

const DECLARED: Record<string, string[]> = { security: ['home'], home: [] };
const verdict = (file: string, request: string): string | undefined =>
  judge(file, request, (plugin: string) => DECLARED[plugin] ?? []);

const COMMON = 'src/plugins/security/common/role.ts';
const PUBLIC = 'src/plugins/security/public/apps/admin/role_list.tsx';
const KIT = 'src/ui_kit/list/list_table.tsx';
const STORE = 'src/backend/embedded/store/roles.ts';
const SERVER = 'src/plugins/security/server/routes/role.ts';

describe('import boundaries', () => {
  it.each([
    // [importing file, request]
    [COMMON, './errors'],
    [COMMON, '@sd/core/common'],
    [COMMON, 'lodash'],
    [COMMON, '@sinclair/typebox'],
    [PUBLIC, '@sd/core/public'],
    [PUBLIC, '@sd/core/common'],
    [PUBLIC, '../../../common'],
    [PUBLIC, '../../services/roles'],
    [PUBLIC, '../../../../home/public'],
    [PUBLIC, '../../../../home/public/index'],
    [PUBLIC, 'react'],
    [PUBLIC, '@elastic/eui'],
    [SERVER, '@sd/core/server'],
    [SERVER, '../../common'],
    [SERVER, 'node:crypto'],
    ['src/core/public/http/fetch.ts', '../../common'],
    ['src/core/public/index.ts', './http'],
    ['src/core/server/engine/engine_service.ts', '../../../backend/embedded'],
    ['src/core/server/http/http_service.ts', '../../../backend/contract'],
    ['src/core/server/env.ts', '../../../package.json'],
    [STORE, '../storage'],
    [STORE, '../../model/entity_types'],
    [STORE, '../../access/patterns/pattern'],
    [STORE, '../../../workers'],
    [STORE, '../../../contracts/limits'],
    ['src/backend/embedded/store/roles.test.ts', '../../testing/embedded'],
    ['src/core/common/index.ts', '../../contracts/limits'],
    ['src/core/server/server.ts', '../../workers'],
    ['src/workers/worker_pool.ts', '../contracts/limits'],
    ['src/plugins/security/public/plugin.test.ts', '../../../core/public/mocks'],
    ['src/plugins/security/public/plugin.test.ts', '../../../../test/helpers/console_guard'],
    ['src/plugins/security/common/role.test.ts', 'fast-check'],
    ['src/plugins/security/public/plugin.test.ts', '@sd/core/public/mocks'],
    [PUBLIC, '@sd/plugins/home/public'],
    [PUBLIC, '@sd/ui_kit'],
    ['src/plugins/security/public/x.test.tsx', '@sd/ui_kit/mocks'],
    [KIT, '@sd/core/public'],
    [KIT, '../errors/http_errors'],
    [KIT, 'react-hook-form'],
    ['src/ui_kit/list/list.test.tsx', '@sd/core/public/mocks'],
    ['test/e2e/x.spec.ts', '../../src/core/server'],
    ['src/dev/scripts/x.test.ts', '../../../scripts/lib/args'],
  ])('allows %s to import %s', (file, request) => {
    expect(verdict(file, request)).toBeUndefined();
  });

  it.each([
    [COMMON, 'react', /pure libraries/],
    [COMMON, 'rxjs', /pure libraries/],
    [COMMON, 'node:path', /pure libraries/],
    [COMMON, 'path', /pure libraries/],
    [COMMON, '../public/plugin', /move the shared part to common/],
    [COMMON, '../server/plugin', /move the shared part to common/],
    [COMMON, '@sd/core/public', /move the shared part to common/],
    [PUBLIC, '../../../server/routes/role', /move what both sides need to common/],
    [PUBLIC, '@sd/core/server', /move what both sides need to common/],
    [PUBLIC, '@sd/core/public/http', /import from "@sd\/core\/public"/],
    [PUBLIC, '../../../../../core/public/http', /import from "@sd\/core\/public"/],
    [PUBLIC, '@sd/core', /the doors are/],
    [PUBLIC, '@sd/ui_kit/list', /one door: import from "@sd\/ui_kit"/],
    [PUBLIC, '@sd/ui_kit/mocks', /one door/],
    [PUBLIC, '../../../../../ui_kit/list/list_table', /import from "@sd\/ui_kit"/],
    [SERVER, '@sd/ui_kit', /move what both sides need to common/],
    [SERVER, 'react-hook-form', /is for the browser/],
    [COMMON, '@sd/ui_kit', /move the shared part to common/],
    [KIT, '@sd/ui_kit', /imports are relative/],
    [KIT, '../../core/public', /import from "@sd\/core\/public"/],
    [KIT, '@sd/core/server', /move what both sides need to common/],
    [KIT, '../../plugins/security/public', /knows no plugin/],
    [KIT, 'fastify', /does not exist in the browser/],
    ['src/core/public/core_apps/status/status_app.tsx', '@sd/ui_kit', /stands on core/],
    ['src/core/public/chrome/header.tsx', '../../../ui_kit', /stands on core/],
    [STORE, '../../../ui_kit/index', /stands on core/],
    [PUBLIC, '../../../../../contracts/limits', /by "@sd\/core\/common"/],
    [PUBLIC, '@sd/core/public/mocks', /import from "@sd\/core\/public"/],
    [PUBLIC, '@sd/plugins/home/server', /move what both sides need to common/],
    [PUBLIC, '@sd/plugins/management/public', /does not name "management"/],
    ['src/plugins/security/public/plugin.test.ts', '@sd/core/server/mocks', /move what both/],
    [PUBLIC, 'node:fs', /does not exist in the browser/],
    [PUBLIC, 'fastify', /does not exist in the browser/],
    [PUBLIC, '../../../../home/public/plugin', /import its public index/],
    [PUBLIC, '../../../../home/common', /by its public index/],
    [PUBLIC, '../../../../home/server', /move what both sides need/],
    [PUBLIC, '../../../../tenants/public', /does not name "tenants"/],
    ['src/plugins/home/public/plugin.ts', '../../security/public', /does not name "security"/],
    [SERVER, 'react', /is for the browser/],
    [SERVER, '@elastic/eui', /is for the browser/],
    [SERVER, '../../public/plugin', /move what both sides need/],
    [SERVER, '../../../../backend/contract', /core\.engine/],
    ['src/core/public/core_system.ts', '../server/server', /move what both sides need/],
    ['src/core/public/core_system.ts', '../../plugins/security/public', /knows no plugin/],
    ['src/core/server/server.ts', '../../plugins/security/server', /knows no plugin/],
    ['src/core/server/server.ts', '@sd/core/common', /relative/],
    ['src/core/server/server.ts', '../../backend/embedded/store/roles', /by its index/],
    [
      'src/core/server/server.ts',
      '../../backend/access/user_source',
      /knows src\/backend\/contract/,
    ],
    ['src/core/common/ids.ts', '../../backend/contract', /for the server only/],
    ['src/core/public/http/fetch.ts', '../../../backend/embedded/storage', /for the server only/],
    [STORE, '../../../core/server/http', /does not know core/],
    [STORE, '../../../core/common', /does not know core/],
    [STORE, '@sd/core/common', /does not know core/],
    [STORE, '../../testing/embedded', /does not import mocks/],
    ['src/backend/access/user_source.ts', '../embedded/store/roles', /does not stand on/],
    ['src/backend/contract/engine.ts', '../model/entity_types', /does not stand on/],
    ['src/workers/worker_pool.ts', '../backend/embedded', /lowest layer/],
    [STORE, '../../../workers/fair_queue', /by its index/],
    [SERVER, '../../../../workers', /not src\/workers/],
    [PUBLIC, '../../../../../core/public/mocks', /does not import mocks/],
    [PUBLIC, '../../../../../../test/helpers/server', /does not import mocks/],
    [PUBLIC, '../../../../../dev/eslint', /src\/dev holds tools/],
    [SERVER, '../../../../../scripts/lib/paths', /outside the product/],
    [PUBLIC, '../../../../../../package.json', /outside the product/],
    ['src/plugins/security/public/plugin.test.ts', '../../home/public/services/x', /insides/],
  ])('refuses %s to import %s', (file, request, reason) => {
    expect(verdict(file, request)).toMatch(reason);
  });
});

describe('placeOf', () => {
  it('tells area, zone and plugin from the path', () => {
    expect(placeOf(PUBLIC)).toEqual({
      area: 'plugin',
      plugin: 'security',
      zone: 'public',
      isTest: false,
    });
    expect(placeOf('src/backend/embedded/index.ts')).toMatchObject({
      area: 'backend',
      room: 'embedded',
      zone: 'server',
    });
    expect(placeOf('src/core/public/mocks.ts').isTest).toBe(true);
  });
});
