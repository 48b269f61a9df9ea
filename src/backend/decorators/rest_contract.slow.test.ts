/**
 * Runs the suites of the management API against a decorated engine, whose decorators add entity
 * versions, lockout check, history and audit.
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
