/** What the browser's bundles contain of calls. */
type Loader = (
  this: { readonly resourcePath: string; emitError(error: Error): void },
  source: string
) => string;
const callLoader = jest.requireActual<Loader>('./call_loader');

function load(source: string) {
  const errors: string[] = [];
  const text = callLoader.call(
    { resourcePath: 'calls/roles.ts', emitError: ({ message }) => void errors.push(message) },
    source
  );
  return { text, errors };
}

const CALL = `
import { defineCall, ROLE } from '@sd/contracts';
const LIMITS = { perMinute: 600 };
export type Role = object;
export const READ_ROLE = defineCall({
  method: 'GET',
  path: '/api/v1/roles/{name}',
  summary: 'One role',
  access: 'admin',
  responses: { 200: ROLE },
  limits: LIMITS,
});
`;

it('leaves method and path of each call, and no import', () => {
  expect(load(CALL)).toEqual({
    text: "export const READ_ROLE = { method: 'GET', path: '/api/v1/roles/{name}' };\n",
    errors: [],
  });
});

it('leaves whether a call is for clusters', () => {
  const source = CALL.replace('  summary:', '  forClusters: true,\n  summary:');
  expect(load(source)).toEqual({
    text: "export const READ_ROLE = { method: 'GET', path: '/api/v1/roles/{name}', forClusters: true };\n",
    errors: [],
  });
});

it('passes on what a file exports of others', () => {
  expect(load("export * from './access';").text).toBe("export * from './access';\n");
});

it.each([
  [
    'a path that is no literal',
    CALL.replace("'/api/v1/roles/{name}'", 'ROLE_PATH'),
    'calls/roles.ts:5: The path of a call must be a text.',
  ],
  [
    'a call that is computed to be for clusters',
    CALL.replace('  summary:', '  forClusters: IS_SERVED,\n  summary:'),
    'calls/roles.ts:5: Whether a call is for clusters must be "true", or left out.',
  ],
  [
    'a call without a method',
    CALL.replace("  method: 'GET',\n", ''),
    'calls/roles.ts:5: The method of a call must be a text.',
  ],
  [
    'another export, which the browser would lack',
    `${CALL}export const LIMIT = 600;\n`,
    'calls/roles.ts:13: A file of calls exports calls and types alone.',
  ],
  [
    'a function, which the browser would lack',
    `${CALL}export function readRole() {}\n`,
    'calls/roles.ts:13: A file of calls exports calls and types alone.',
  ],
])('reports %s with its line', (_what, source, error) => {
  expect(load(source).errors).toEqual([error]);
});
