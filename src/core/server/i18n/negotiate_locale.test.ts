import { findLocale, negotiateLocale } from './i18n_service';

const KNOWN = ['en', 'de', 'pt-BR', 'zh-Hant'];

describe('findLocale', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['de-Latn-AT-1996', 'de'],
    ['de-x-private', 'de'],
    ['pt-br', 'pt-BR'],
    ['pt', undefined],
    ['zh-Hant-TW', 'zh-Hant'],
    ['fr', undefined],
    ['', undefined],
  ])('maps %j to %j', (range, expected) => {
    expect(findLocale(range, KNOWN)).toBe(expected);
  });
});

describe('negotiateLocale', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-US,en;q=0.9,de;q=0.8', 'en'],
    ['fr-FR, fr;q=0.9, de;q=0.5, en;q=0.1', 'de'],
    ['en;q=0.3, de;q=0.7', 'de'],
    ['de ; q=0.2 , pt-BR ; Q=0.4', 'pt-BR'],
    ['en, de', 'en'],
    ['de;q=0, en', 'en'],
    ['de;q=0', undefined],
    ['*', undefined],
    ['*, de;q=0.1', 'de'],
    ['', undefined],
    [undefined, undefined],
    [';;;,,,=', undefined],
    ['de;q=abc', undefined],
    ['de;q=1.5', undefined],
    ['de_DE', undefined],
    ['../../etc/passwd', undefined],
    ['de\u0000', undefined],
    [`${'fr,'.repeat(400)}de`, undefined],
  ])('maps %j to %j', (header, expected) => {
    expect(negotiateLocale(header, KNOWN)).toBe(expected);
  });
});
