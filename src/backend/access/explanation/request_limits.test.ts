/** Limits of explanation requests: accepted up to the limit, rejected beyond it. */
import type { ExplainRequest } from '../../../contracts/api';
import { EXPLAIN_LIMITS as LIMITS } from '../../../contracts/limits';
import { LimitExceededError } from '../../scheduling/limit_exceeded';
import { checkRequestLimits } from './request_validation';
import { cleanUp, INTERNAL, startEngine } from '../../testing/embedded';

afterEach(cleanUp);

const ACTION = 'indices:data/read/search';
const list = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`);
const long = (length: number) => 'x'.repeat(length);
const keyed = <T>(count: number, value: T) =>
  Object.fromEntries(list(count).map((name) => [name, value]));
/** Creates this number of aliases or data streams over as few indices as possible. */
const aliased = (count: number) => [
  { name: 'a', aliases: list(count - 1), data_stream: 'stream' },
  { name: 'b' },
];
const limits: [string, number, (size: number) => Partial<ExplainRequest>][] = [
  ['user', LIMITS.nameLength, (size) => ({ user: long(size) })],
  ['action', LIMITS.nameLength, (size) => ({ action: long(size) })],
  ['tenant', LIMITS.nameLength, (size) => ({ tenant: long(size) })],
  ['subject', LIMITS.nameLength, (size) => ({ subject: { name: long(size) } })],
  ['index', LIMITS.indices, (size) => ({ index: list(size) })],
  ['index', LIMITS.expressionLength, (size) => ({ index: [long(size)] })],
  ['index', LIMITS.expressionLength, (size) => ({ index: [`<*${long(size - 2)}`] })],
  ['index', LIMITS.indexNameLength, (size) => ({ index: ['a', `*${long(size - 1)}`] })],
  ['index', LIMITS.indexNameLength, (size) => ({ index: [`${long(size - 1)}?`] })],
  [
    'known_indices',
    LIMITS.knownIndices,
    (size) => ({ known_indices: list(size).map((name) => ({ name })) }),
  ],
  ['known_indices', LIMITS.knownAliases, (size) => ({ known_indices: aliased(size) })],
  [
    'known_indices',
    LIMITS.indexNameLength,
    (size) => ({ known_indices: [{ name: 'a' }, { name: long(size) }] }),
  ],
  [
    'known_indices',
    LIMITS.indexNameLength,
    (size) => ({ known_indices: [{ name: 'a', aliases: ['b', long(size)] }] }),
  ],
  [
    'known_indices',
    LIMITS.indexNameLength,
    (size) => ({ known_indices: [{ name: 'a', data_stream: long(size) }] }),
  ],
  [
    'subject.backend_roles',
    LIMITS.subjectRoles,
    (size) => ({ subject: { name: 'u', backend_roles: list(size) } }),
  ],
  [
    'subject.backend_roles',
    LIMITS.nameLength,
    (size) => ({ subject: { name: 'u', backend_roles: ['a', long(size)] } }),
  ],
  [
    'subject.security_roles',
    LIMITS.subjectRoles,
    (size) => ({ subject: { name: 'u', security_roles: list(size) } }),
  ],
  [
    'subject.security_roles',
    LIMITS.nameLength,
    (size) => ({ subject: { name: 'u', security_roles: [long(size)] } }),
  ],
  [
    'subject.attributes',
    LIMITS.attributes,
    (size) => ({ subject: { name: 'u', attributes: keyed(size, '') } }),
  ],
  [
    'subject.attributes',
    LIMITS.attributeLength,
    (size) => ({ subject: { name: 'u', attributes: { a: '', b: long(size) } } }),
  ],
  ['changes', LIMITS.changes, (size) => ({ changes: { roles: keyed(size, null) } })],
  [
    'changes',
    LIMITS.changes,
    (size) => ({
      changes: { roles: keyed(size - 1, null), actiongroups: keyed(1, null) },
    }),
  ],
];

it.each(limits)('limits [%s] to %i', (key, limit, of) => {
  const ask = (size: number) => () => checkRequestLimits({ action: ACTION, ...of(size) });
  expect(ask(limit)).not.toThrow();
  expect(ask(limit + 1)).toThrow(LimitExceededError);
  const got = new RegExp(`^\\[${key}\\]: at most ${limit} .*, got ${limit + 1}\\.$`);
  expect(ask(limit + 1)).toThrow(got);
});

it('returns 400 with the name of an exceeded limit', async () => {
  const { engine } = await startEngine();
  const response = await engine.explain!(INTERNAL, {
    action: ACTION,
    index: list(LIMITS.indices + 1),
  });
  expect(response).toMatchObject({ ok: false, response: { statusCode: 400 } });
  expect(JSON.stringify(response)).toContain(`[index]: at most ${LIMITS.indices} `);
});
