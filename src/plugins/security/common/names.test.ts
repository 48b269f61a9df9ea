import fc from 'fast-check';
import { duplicateName, isValidResourceName, nameMessage, validateResourceName } from './names';
import { checkPassword } from './passwords';

describe('resource names', () => {
  it.each([
    ['ab'],
    ['a b'],
    ['Ünïcödé'],
    ['日本'],
    ['a'.repeat(50)],
    ['😀😀'],
    ['a/b'],
    ['a:b!?'],
    ['__user__'],
    ['a..'],
  ])('accepts %j', (name) => expect(validateResourceName(name)).toEqual([]));
  it.each([
    ['', ['names.length']],
    ['a', ['names.length']],
    ['a'.repeat(51), ['names.length']],
    ['😀', ['names.length']],
    ['a%b', ['names.characters']],
    ['a\u0000', ['names.characters']],
    ['a\u200bb', ['names.characters']],
    ['a\ud800', ['names.characters']],
    ['a\ue000', ['names.characters']],
    ['a\u0378', ['names.characters']],
    ['%', ['names.length', 'names.characters']],
    ['..', ['names.path_step']],
  ])('rejects %j with %j', (name, problems) =>
    expect(validateResourceName(name)).toEqual(problems)
  );

  it('accepts only names that survive a round trip through a URL (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), (name) => {
        if (!isValidResourceName(name)) return;
        const { pathname } = new URL(`http://x/roles/${encodeURIComponent(name)}`);
        expect(decodeURIComponent(pathname.slice('/roles/'.length))).toBe(name);
      })
    );
  });

  it('names the resource type in its messages', () => {
    expect(nameMessage('names.length', 'role')).toBe(
      'The role name must contain from 2 to 50 characters.'
    );
    expect(nameMessage('names.characters', 'tenant')).toMatch(
      /^Invalid characters found in tenant name\. /
    );
    expect(duplicateName('x')).toBe('x_copy');
  });
});

describe('default password rule', () => {
  it.each([
    ['Aa1!aaaa', []],
    ['Aa1!aaa', ['passwords.too_short']],
    ['aa1!aaaa', ['passwords.no_uppercase']],
    ['AA1!AAAA', ['passwords.no_lowercase']],
    ['Aaa!aaaa', ['passwords.no_digit']],
    ['Aa11aaaa', ['passwords.no_special']],
  ])('reports for %j the problems %j', (password, problems) => {
    expect(checkPassword(password)).toEqual(problems);
  });
});
