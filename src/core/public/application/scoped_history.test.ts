import { createMemoryHistory, type Location, type MemoryHistory } from 'history';
import { ScopedHistory } from './scoped_history';
import { createExactHistory } from './exact_history';

const at = (path: string): MemoryHistory => createMemoryHistory({ initialEntries: [path] });

function scoped(path = '/app/wow', basePath = '/app/wow') {
  const parent = at(path);
  return { parent, history: new ScopedHistory(parent, basePath) };
}

describe('ScopedHistory', () => {
  describe('construction', () => {
    it('compares whole segments: /app/wow-2 is not below /app/wow', () => {
      expect(() => new ScopedHistory(at('/app/wow-2'), '/app/wow')).toThrow(/is not currently in/);
    });

    it('accepts a location below the base path', () => {
      expect(scoped('/app/wow/deep').history.location.pathname).toBe('/deep');
    });
  });

  describe('location and action', () => {
    // @spec 4/59
    it('strips the base path, and is empty at the root of the app', () => {
      const { parent, history } = scoped();
      expect(history.location.pathname).toBe('');
      parent.push('/app/wow/page?a=b#c', { s: 1 });
      expect(history.location).toMatchObject({
        pathname: '/page',
        search: '?a=b',
        hash: '#c',
        state: { s: 1 },
      });
    });

    // @spec 4/60
    it('reports the last action of the parent', () => {
      const { parent, history } = scoped();
      expect(history.action).toBe('POP');
      parent.push('/app/wow/a');
      expect(history.action).toBe('PUSH');
      history.replace('/b');
      expect(history.action).toBe('REPLACE');
    });
  });

  describe('push and replace', () => {
    // @spec 4/61
    it('prefix strings, collapse slashes in the path only, and pass state', () => {
      const { parent, history } = scoped();
      history.push('//new//page?next=http://x', { some: 'state' });
      expect(parent.location).toMatchObject({
        pathname: '/app/wow/new/page',
        search: '?next=http://x',
        state: { some: 'state' },
      });
      history.push('relative');
      expect(parent.location.pathname).toBe('/app/wow/relative');
      history.replace('/other', { r: 1 });
      expect(parent.location).toMatchObject({ pathname: '/app/wow/other', state: { r: 1 } });
      expect(parent.length).toBe(3);
    });

    // @spec 4/62
    it('prefix the pathname of location objects only if there is one', () => {
      const { parent, history } = scoped('/app/wow/here');
      history.push({ pathname: '/page', search: '?a=1', state: { s: 1 } });
      expect(parent.location).toMatchObject({
        pathname: '/app/wow/page',
        search: '?a=1',
        state: { s: 1 },
      });
      history.push({ search: '?only=search' });
      expect(parent.location).toMatchObject({ pathname: '/app/wow/page', search: '?only=search' });
      history.replace({ pathname: '' });
      expect(parent.location.pathname).toBe('/app/wow');
    });

    // @spec 4/54
    it('can be detached from the instance', () => {
      const { parent, history } = scoped();
      const { push, replace, goBack, listen, createHref } = history;
      listen(() => undefined);
      push('/a');
      replace('/b');
      expect(createHref({ pathname: '/x' })).toBe('/app/wow/x');
      goBack();
      expect(parent.location.pathname).toBe('/app/wow');
    });
  });

  describe('length', () => {
    // @spec 4/57
    it('starts at 1, however many entries the parent has', () => {
      const parent = at('/one');
      parent.push('/two');
      parent.push('/app/wow');
      expect(new ScopedHistory(parent, '/app/wow').length).toBe(1);
    });

    // @spec 4/58
    it('grows with pushes, stays on replace, back and forward, and is truncated by a push after going back', () => {
      const { history } = scoped();
      history.push('/1');
      history.push('/2');
      history.replace('/2b');
      expect(history.length).toBe(3);
      history.goBack();
      history.goBack();
      expect(history.length).toBe(3);
      history.goForward();
      expect(history.length).toBe(3);
      history.push('/3');
      expect(history.length).toBe(3);
    });
  });

  describe('go', () => {
    // @spec 4/63
    it('moves back only to the first entry of the scope', () => {
      const parent = at('/one');
      parent.push('/app/wow');
      const history = new ScopedHistory(parent, '/app/wow');
      history.goBack();
      expect(parent.location.pathname).toBe('/app/wow');
      history.push('/a');
      history.push('/b');
      history.go(-3);
      expect(parent.location.pathname).toBe('/app/wow/b');
      history.go(-2);
      expect(parent.location.pathname).toBe('/app/wow');
    });

    // @spec 4/64
    it('moves forward only to the last entry of the scope', () => {
      const { parent, history } = scoped();
      history.push('/a');
      history.goBack();
      history.go(2);
      expect(parent.location.pathname).toBe('/app/wow');
      history.goForward();
      history.goForward();
      expect(parent.location.pathname).toBe('/app/wow/a');
    });

    it('passes 0 to the parent', () => {
      const { parent, history } = scoped();
      const go = jest.spyOn(parent, 'go');
      history.go(0);
      expect(go).toHaveBeenCalledWith(0);
    });
  });

  describe('listen', () => {
    // @spec 4/65
    it('emits stripped locations of PUSH, REPLACE and POP until unlistened', () => {
      const { parent, history } = scoped();
      const received: Array<[string, string]> = [];
      const unlisten = history.listen((location: Location, action) => {
        received.push([location.pathname, action]);
      });
      parent.push('/app/wow/a');
      history.replace('/b');
      history.goBack();
      unlisten();
      history.push('/c');
      expect(received).toEqual([
        ['/a', 'PUSH'],
        ['/b', 'REPLACE'],
        ['', 'POP'],
      ]);
    });

    // @spec 4/66
    it('is silent after the scope was left, even if it is entered again', () => {
      const { parent, history } = scoped();
      const listener = jest.fn();
      history.listen(listener);
      parent.push('/app/other');
      parent.push('/app/wow');
      expect(listener).not.toHaveBeenCalled();
    });
  });

  describe('createHref', () => {
    // @spec 4/67
    it('adds the base path, including for an absent or empty pathname and a base path that ends in a slash', () => {
      const { history } = scoped();
      expect(history.createHref({})).toBe('/app/wow');
      expect(history.createHref({ pathname: '' })).toBe('/app/wow');
      expect(history.createHref({ search: '?a=b' })).toBe('/app/wow?a=b');
      expect(history.createHref({ pathname: '/new-page', search: '?a=b', hash: '#c' })).toBe(
        '/app/wow/new-page?a=b#c'
      );
      expect(scoped('/app/wow/', '/app/wow/').history.createHref({ pathname: '/p' })).toBe(
        '/app/wow/p'
      );
    });

    // @spec 4/68
    it('omits the base path on request', () => {
      const { history } = scoped();
      expect(history.createHref({ pathname: '/x' }, { prependBasePath: false })).toBe('/x');
    });
  });

  // @spec 8/45
  it('rejects unknown actions', () => {
    const listeners: Array<(location: unknown, action: string) => void> = [];
    const parent = Object.assign(at('/app/wow'), {
      listen: (listener: (location: unknown, action: string) => void) => {
        listeners.push(listener);
        return () => undefined;
      },
    });
    new ScopedHistory(parent as never, '/app/wow');
    expect(() => listeners[0]!({ pathname: '/app/wow/x' }, 'JUMP')).toThrow(
      'Unrecognized history action: JUMP'
    );
  });

  describe('sub histories', () => {
    // @spec 4/56
    it('pass their pushes through all parents', () => {
      const { parent, history } = scoped();
      history.push('/nested');
      const sub = history.createSubHistory('/nested');
      sub.push('/leaf');
      expect(sub.location.pathname).toBe('/leaf');
      expect(history.location.pathname).toBe('/nested/leaf');
      expect(parent.location.pathname).toBe('/app/wow/nested/leaf');
      expect(sub.createHref({ pathname: '/x' })).toBe('/app/wow/nested/x');
    });
  });
});

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
