/**
 * The suites of the management API once more: callers reach an engine that neither versions,
 * questions, history nor audit of changes are part of, but put around it. The server's own calls,
 * which only prepare, reach the engine.
 */
import { bareEngine } from '../testing/bare';
import { callThrough } from '../testing/embedded';

callThrough((engine, settings) => bareEngine(engine, { settings }));

const SUITES = [
  'entities/rest_users',
  'entities/rest_roles',
  'entities/rest_mappings',
  'entities/rest_patch',
  'account/rest_account',
  'configuration/rest_configuration',
  'lockout/lockout',
] as const;

describe.each(SUITES)('%s', (suite) => {
  jest.requireActual(`../embedded/rest/${suite}.test`);
});
