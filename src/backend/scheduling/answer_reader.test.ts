/** The parser of answers in steps gives what `JSON.parse` gives, or refuses like it. */
import fc from 'fast-check';
import { parseAnswer } from './answer_reader';

const expected = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Long enough that containers on several levels are parsed in pieces. */
const padding = fc.constantFrom('', 'x', '"\\', '{[,:]}', 'y'.repeat(20_000), '\\"'.repeat(9_000));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    padding,
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('any'), { maxLength: 8 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('__proto__', '', 'a"b', '}')), tie('any'), {
      maxKeys: 8,
    })
  ),
})).any;
const spaces = fc.constantFrom(undefined, 1, '\t');

it('gives what JSON.parse gives', async () => {
  await fc.assert(
    fc.asyncProperty(value, spaces, async (json, space) => {
      const text = JSON.stringify(json, null, space);
      expect(await parseAnswer(text)).toEqual(expected(text));
    }),
    { numRuns: 400 }
  );
});

it('refuses what JSON.parse refuses: texts with a character removed, repeated or replaced', async () => {
  await fc.assert(
    fc.asyncProperty(
      value,
      spaces,
      fc.nat(),
      fc.constantFrom('', ',', '"', '{', ']', ':', '0', '\\', ' '),
      async (json, space, place, inserted) => {
        const text = JSON.stringify([json, json], null, space);
        const at = place % text.length;
        const changed = text.slice(0, at) + inserted + text.slice(at + (place % 2));
        expect(await parseAnswer(changed)).toEqual(expected(changed));
      }
    ),
    { numRuns: 1_500 }
  );
});

it.each(['', ' ', '[', '{"a":1', '{"a" 1}', '[1,]', '{"a":1,}', '[1]x', '[1][2]', '{,}', '{"a":}'])(
  'refuses %j',
  async (text) => {
    expect(await parseAnswer(text)).toBeUndefined();
    const padded = `[${JSON.stringify('z'.repeat(40_000))},${text}]`;
    expect(await parseAnswer(padded)).toEqual(expected(padded));
  }
);
