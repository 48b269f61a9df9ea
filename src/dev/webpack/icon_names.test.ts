import { readFileSync } from 'node:fs';
import path from 'node:path';
import { namesMentioned, namesRequired, parseIconMap } from './icon_names';

const MAP_FILE = path.resolve(
  __dirname,
  '../../../node_modules/@elastic/eui/optimize/es/components/icon/icon_map.js'
);
const known = parseIconMap(readFileSync(MAP_FILE, 'utf8'));

describe("EUI's icon map", () => {
  it('is parsed completely, with both forms of an entry', () => {
    const source = readFileSync(MAP_FILE, 'utf8');
    expect(known.size).toBe(source.match(/import\('\.\/assets\//g)?.length);
    expect(known.get('addDataApp')).toBe('app_add_data');
    expect(known.get('addToChat')).toBe('add_to_chat');
  });
});

describe('icon names in our code', () => {
  it('finds every literal that is a name, in files that mention icons', () => {
    const text = `const icons = { ok: 'check', bad: isBad ? "cross" : 'none of EUI' };`;
    expect(namesMentioned(text, known)).toEqual(['check', 'cross']);
    expect(namesMentioned(`const word = 'check';`, known)).toEqual([]);
  });

  it.each([
    ['<EuiButton iconType="nope">', ['nope']],
    [`<EuiButton iconType={open ? 'up' : "down"}>`, ['up', 'down']],
    [`<EuiButton iconType={kind === 'x' ? 'up' : undefined}>`, ['up']],
    [`<EuiIcon size="m" type="nope" />`, ['nope']],
    [`<EuiIcon type={icon ?? 'nope'} />`, ['nope']],
    [`{ euiIconType: 'nope' }`, ['nope']],
    [`<EuiIcon type="/ui/logo.svg" />`, []],
    [`<EuiIcon type={props.icon} />`, []],
    [`<input type="text" />`, []],
  ])('%s requires %j', (text, names) => {
    expect(namesRequired(text)).toEqual(names);
  });
});
