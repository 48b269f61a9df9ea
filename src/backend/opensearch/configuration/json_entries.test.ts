import fc from 'fast-check';
import { jsonEntries } from './collection';

const read = (text: string) =>
  [...jsonEntries(text)].map(([name, value]) => [name, JSON.parse(value) as unknown]);

it('yields the entries of any object of objects and lists, in any formatting', () => {
  const value = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));
  const object = fc.uniqueArray(fc.tuple(fc.string(), value), { selector: ([name]) => name });
  fc.assert(
    fc.property(object, fc.integer({ min: 0, max: 3 }), (entries, space) => {
      const whole = JSON.stringify(Object.fromEntries(entries), null, space);
      expect(read(whole)).toEqual(Object.entries(JSON.parse(whole) as object));
    })
  );
});

it.each([
  '',
  '[]',
  'null',
  '{',
  '{"a"',
  '{"a":',
  '{"a":{',
  '{"a":1}',
  '{"a":{}',
  '{"a":{},}',
  '{a:{}}',
  '{"a":{"b":"',
])('rejects invalid text: %s', (text) => expect(() => read(text)).toThrow(SyntaxError));
