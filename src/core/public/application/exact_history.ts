/**
 * A browser history that keeps pathnames as they are in the URL. `history` decodes every pathname,
 * so the name `a%20b`, correctly encoded as `a%2520b`, became `a b`.
 */
import { createBrowserHistory, type BrowserHistoryBuildOptions, type History } from 'history';

export function createExactHistory(options: BrowserHistoryBuildOptions): History {
  const history = createBrowserHistory(options);
  const { basename = '' } = options;
  const push = history.push.bind(history);
  const replace = history.replace.bind(history);

  // Reads the pathname from the URL again, before any listener runs.
  const restore = () => {
    const { pathname } = window.location;
    history.location.pathname = pathname.startsWith(basename)
      ? pathname.slice(basename.length) || '/'
      : pathname;
  };
  restore();
  history.listen(restore);
  return Object.assign(history, {
    push: ((target: Parameters<typeof push>[0], state?: unknown) =>
      typeof target === 'string'
        ? push(toWrittenPath(target), state)
        : push(withPathname(target))) as History['push'],
    replace: ((target: Parameters<typeof replace>[0], state?: unknown) =>
      typeof target === 'string'
        ? replace(toWrittenPath(target), state)
        : replace(withPathname(target))) as History['replace'],
  });
}

/** The inverse of the decoding that `history` applies to pathnames. */
function toWrittenPath(path: string): string {
  const end = path.search(/[?#]/);
  const [pathname, rest] = end < 0 ? [path, ''] : [path.slice(0, end), path.slice(end)];
  return `${encodeURI(pathname)}${rest}`;
}

const withPathname = <T extends { readonly pathname?: string | undefined }>(location: T): T =>
  location.pathname === undefined
    ? location
    : { ...location, pathname: encodeURI(location.pathname) };
