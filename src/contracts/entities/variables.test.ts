import { replaceVariables, variablesIn } from './variables';

const NESTED = 'logs-${attr.internal.team:-${user.name:-${attr.jwt.sub}}}-*';

it.each([
  ['logs-*', 'logs-*'],
  ['${user.name}-${user.roles}', '*-*'],
  [NESTED, 'logs-*-*'],
  ['${user.name', '${user.name'],
])('replaces the variables of %s', (text, replaced) => {
  expect(replaceVariables(text, () => '*')).toBe(replaced);
});

it('finds the outermost variables', () => {
  expect(variablesIn(`${NESTED} \${user.name} \${open`)).toEqual([
    NESTED.slice('logs-'.length, -'-*'.length),
    '${user.name}',
  ]);
});
