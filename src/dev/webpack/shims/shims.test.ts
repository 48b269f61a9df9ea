import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import shim from './chroma_palettes';
import momentFormats from './moment_formats';

interface Color {
  hex(): string;
  css(mode?: string): string;
}
type Chroma = ((...args: unknown[]) => Color) & { Color: { prototype: object } } & Record<
    string,
    (...args: unknown[]) => unknown
  >;

const small = shim as unknown as Chroma;
const whole = createRequire(__filename)('chroma-js') as Chroma;

const PACKAGES = path.resolve(__dirname, '../../../../node_modules/@elastic');
const SOURCES = ['eui/optimize/es', 'eui-theme-common/lib/esm', 'eui-theme-borealis/lib/esm'];

/** The text of every file of EUI and its themes that uses chroma. */
const speakers = SOURCES.flatMap((dir) =>
  readdirSync(path.join(PACKAGES, dir), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .filter((text) => /from 'chroma-js'/.test(text))
);

const namesIn = (pattern: RegExp): string[] => [
  ...new Set(speakers.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name ?? ''))),
];

describe('the chroma-js shim', () => {
  it('has every function that EUI calls', () => {
    const called = namesIn(/\bchroma\.(\w+)/g);
    expect(called).toEqual(expect.arrayContaining(['bezier', 'contrast', 'mix', 'scale', 'valid']));
    expect(called.filter((name) => !(name in small))).toEqual([]);
  });

  it('has every color method that EUI calls', () => {
    const called = namesIn(/\.(\w+)\(/g).filter((name) => name in whole.Color.prototype);
    expect(called).toEqual(expect.arrayContaining(['alpha', 'css', 'darken', 'hex', 'hsl', 'rgb']));
    expect(called.filter((name) => !(name in small.Color.prototype))).toEqual([]);
  });

  it.each([
    '#fff',
    '#07C',
    '#0B64DD80',
    'rgb(12, 34, 56)',
    'rgba(12,34,56,0.5)',
    'hsl(10,20%,30%)',
    'red',
  ])('parses and formats %s like chroma-js', (color) => {
    expect(small(color).hex()).toBe(whole(color).hex());
    expect(small(color).css()).toBe(whole(color).css());
    expect(small(color).css('hsl')).toBe(whole(color).css('hsl'));
  });

  it.each([
    ['contrast', (chroma: Chroma) => chroma.contrast?.('#0B64DD', '#F6F9FC')],
    ['a mix', (chroma: Chroma) => (chroma.mix?.('#0B64DD', '#fff', 0.3, 'rgb') as Color).hex()],
    ['an invalid color', (chroma: Chroma) => chroma.valid?.('primary', 'hex')],
    ['a list of channels', (chroma: Chroma) => chroma.valid?.([1, 2, 3, 0.5], 'rgba')],
    ['a palette', (chroma: Chroma) => palette(chroma)],
    ['a scale', (chroma: Chroma) => scaled(chroma)],
  ])('returns the same as chroma-js for %s', (_what, ask) => {
    expect(ask(small)).toEqual(ask(whole));
  });
});

interface Scale {
  correctLightness(): Scale;
  domain(stops: number[]): Scale;
  colors(steps: number): string[];
}
const palette = (chroma: Chroma): string[] =>
  (chroma.bezier?.(['#EBEFF5', '#0B64DD', '#111']) as { scale(): Scale })
    .scale()
    .correctLightness()
    .colors(7);
const scaled = (chroma: Chroma): string[] =>
  (chroma.scale?.(['#EBEFF5', '#0B64DD', '#111']) as Scale).domain([0, 0.2, 1]).colors(5);

describe('dates formatted by EUI', () => {
  const formats = momentFormats as unknown as (value: unknown) => {
    format(pattern: string): string;
    calendar(): string;
  };
  const page = globalThis as { __sdMoment__?: { loaded: (value: unknown) => unknown } };
  afterEach(() => {
    delete page.__sdMoment__;
  });

  it("use the browser's format until a screen has loaded moment", () => {
    const date = new Date(2026, 0, 31, 13, 5);
    expect(formats(date).format('YYYY')).toMatch(/31.*2026|2026.*31/);
    expect(formats(date).calendar()).toBe(formats(date).format(''));
    expect(formats('no date').format('')).toBe('Invalid date');
  });

  it('use moment once it is loaded', () => {
    const loaded = createRequire(__filename)('moment') as (value: unknown) => unknown;
    page.__sdMoment__ = { loaded };
    expect(formats('2026-01-31T00:00:00').format('D/M/YY')).toBe('31/1/26');
  });
});
