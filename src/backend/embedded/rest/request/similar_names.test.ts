import { ENGINE_LIMITS } from '../../../../contracts/limits';
import { similarNames } from './similar_names';

const LONGEST = 'x'.repeat(ENGINE_LIMITS.unknownParameterLength);

it.each([
  ['prety', ['human', 'pretty'], ['pretty']],
  ['filter_pat', ['filter_by', 'filter_path'], ['filter_path', 'filter_by']],
  ['abc', ['abe', 'abd'], ['abd', 'abe']],
  ['abcd', ['abxy'], []],
  ['cba', ['abc'], []],
  [LONGEST, [LONGEST], [LONGEST]],
  [`${LONGEST}x`, [`${LONGEST}x`], []],
])('suggests for %s those of %j that are similar', (name, known, expected) =>
  expect(similarNames(name, known)).toEqual(expected)
);
