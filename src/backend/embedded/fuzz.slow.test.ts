/**
 * Two thousand requests on every build; `FUZZ_SEED` and `FUZZ_RUNS` repeat or extend a run.
 */
import { ADMIN_PASSWORD, cleanUp, login, startEngine } from '../testing/embedded';
import { fuzz, type FuzzOptions } from '../testing/fuzz';

afterEach(cleanUp);

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const requests = Number(process.env['FUZZ_RUNS'] ?? 2_000);

it(`handles ${requests} generated requests, seed ${seed}`, async () => {
  process.stdout.write(`fuzz: ${requests} requests, seed ${seed}\n`);
  const { engine } = await startEngine({ settings: { hasNodesDnApi: true } });
  const admin = await login(engine, 'admin', ADMIN_PASSWORD);
  const { statuses } = await fuzz({
    engine: engine as unknown as FuzzOptions['engine'],
    admin,
    requests,
    seed,
  });
  // Requests that always or never fail would test nothing.
  for (const status of [200, 201, 400, 403, 404, 405]) expect(statuses[status]).toBeGreaterThan(0);
  // The administrator still has API access.
  expect(await engine.identify(admin)).toMatchObject({ hasApiAccess: true });
}, 120_000);
