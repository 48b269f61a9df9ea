import { describe, expect, it } from '@jest/globals';
import { HTTP_LIMITS } from '../../contracts/limits';
import { LimitExceededError } from '../scheduling/limit_exceeded';
import { checkParsed, parseJson } from './json_text';

const { jsonDepth, jsonItems, jsonValues } = HTTP_LIMITS;
const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + '1' + '}]'.repeat(depth / 2);
const wide = (items: number) => `{"list":[${Array(items).fill('0').join()}]}`;
const many = (lists: number, items: number) => `[${Array(lists).fill(wide(items)).join()}]`;

describe('JSON parsing with limits', () => {
  it.each([
    ['the maximum depth', nested(jsonDepth)],
    ['the maximum number of items', wide(jsonItems)],
    ['brackets and commas in strings', JSON.stringify({ text: '[{,"\\'.repeat(50_000) })],
  ])('accepts %s', (_, text) => {
    const value = parseJson(text);
    expect(value).toEqual(JSON.parse(text));
    expect(() => checkParsed(value)).not.toThrow();
  });
  it.each([
    ['levels', nested(jsonDepth + 2), `more than ${jsonDepth} levels`],
    ['levels, far beyond the limit', nested(5_000), `more than ${jsonDepth} levels`],
    ['items', wide(jsonItems + 1), `more than ${jsonItems} items`],
    ['values', many(20, jsonValues / 20), `more than ${jsonValues} values`],
  ])('rejects too many %s', (_, text, limit) => {
    for (const check of [() => parseJson(text), () => checkParsed(JSON.parse(text))]) {
      expect(check).toThrow(LimitExceededError);
      expect(check).toThrow(limit);
    }
  });
  it.each([
    ['7 trailing', 7],
    ['\n "a b" c', 'a b'],
    ['true\tx', true],
    ['{"a":[1] } x', { a: [1] }],
    ['[] ]', []],
  ])('reads only the first value of %j', (text, value) => expect(parseJson(text)).toEqual(value));
  // A search that restarts at each quote needs 10^11 steps to find the end of this string.
  it('rejects an unterminated string in linear time', () =>
    expect(() => parseJson(`"${'\\"'.repeat(500_000)}`)).toThrow(SyntaxError));
  it('rejects a duplicate key, also if it is escaped', () =>
    expect(() => parseJson('{"a":1,"\\u0061":2}')).toThrow("Duplicate field 'a'"));
});
