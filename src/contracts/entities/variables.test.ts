import { replaceVariables, TEXT_OR_VARIABLE, variablesIn } from './variables';

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

it('takes a text without its end as one match, so that its quotes are not tried one by one', () => {
  const open = `"${'\\"'.repeat(1_000)}`;
  expect(open.match(TEXT_OR_VARIABLE)).toEqual([open]);
  expect('{"a":"${user.name}","b":[${user.roles}]}'.match(TEXT_OR_VARIABLE)).toEqual([
    '"a"',
    '"${user.name}"',
    '"b"',
    '${user.roles}',
  ]);
});
