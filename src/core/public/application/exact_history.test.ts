import { createExactHistory } from './exact_history';

/** Names that an engine can store. */
const NAMES = [
  'a b',
  'a%20b',
  '100%',
  '%25',
  'ü/ö',
  'a\\b',
  'jane@example.org',
  'a?b#c',
  'a;b=c',
  '"<>^`{|}',
];

describe.each([
  ['', '/app/x'],
  ['/base', '/app/x'],
])('exact history below %j', (basename, app) => {
  it.each(NAMES)(
    'keeps the name %j after push, replace, back navigation and reload',
    async (name) => {
      window.history.replaceState(null, '', `${basename}/`);
      const history = createExactHistory({ basename });
      const path = `${app}/${encodeURIComponent(name)}`;
      const nameNow = () => decodeURIComponent(history.location.pathname.slice(app.length + 1));
      history.push(`${path}?q=%2520#h`);
      expect([nameNow(), history.location.search, window.location.pathname]).toEqual([
        name,
        '?q=%2520',
        new URL(`${basename}${path}`, 'http://h').pathname,
      ]);
      history.push({ pathname: `${app}/other` });
      history.replace({ pathname: history.location.pathname, search: '?page=2' });
      const received = new Promise<string>((resolve) => {
        history.listen(({ pathname }) =>
          resolve(decodeURIComponent(pathname.slice(app.length + 1)))
        );
      });
      history.goBack();
      expect(await received).toBe(name);
      history.replace({ ...history.location, search: '?page=3' });
      expect(nameNow()).toBe(name);
      const again = createExactHistory({ basename });
      expect(decodeURIComponent(again.location.pathname.slice(app.length + 1))).toBe(name);
    }
  );
});
