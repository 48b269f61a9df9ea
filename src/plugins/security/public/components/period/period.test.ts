import { toFieldText, periodName, toSpan } from './period';

const NOW = new Date(2026, 2, 30, 12, 30);
const at = (...parts: readonly [number, number, number]) => String(new Date(...parts).getTime());

it.each([
  ['today', { from: at(2026, 2, 30) }],
  ['yesterday', { from: at(2026, 2, 29), to: String(new Date(2026, 2, 30).getTime() - 1) }],
  ['24h', { from: String(NOW.getTime() - 86_400_000) }],
  ['30d', { from: String(NOW.getTime() - 30 * 86_400_000) }],
  ['nonsense', {}],
])('converts the period %s to a range', (period, span) => {
  expect(toSpan({ period: [period] }, NOW)).toEqual(span);
});

it('accepts the ends of a range in either order and leaves invalid ones open', () => {
  const custom = { period: ['custom'] };
  const [early, late] = ['2026-03-01T08:00', '2026-03-02T08:00'];
  const span = { from: String(Date.parse(early)), to: String(Date.parse(late)) };
  expect(toSpan({ ...custom, from: [early], to: [late] }, NOW)).toEqual(span);
  expect(toSpan({ ...custom, from: [late], to: [early] }, NOW)).toEqual(span);
  expect(toSpan({ ...custom, from: ['soon'] }, NOW)).toEqual({});
  expect(toSpan({ from: [early] }, NOW)).toEqual({});
  expect(periodName({ period: ['constructor'] })).toBeUndefined();
});

it('shows milliseconds from the address in a date-time field', () => {
  expect(toFieldText(String(new Date(2026, 0, 5, 7, 4).getTime()))).toBe('2026-01-05T07:04');
  expect(toFieldText('999999999999999999')).toBe('');
  expect(toFieldText('soon')).toBe('');
});
