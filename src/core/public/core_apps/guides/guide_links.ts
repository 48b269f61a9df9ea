/** Addresses of guides. Their files link to each other as in the repository. */

const DOCS = 'http://docs/';
const GUIDE_FILE = /^\/((?:guide|reference)\/[a-z0-9-]+)\.md$/;

/** Name of the guide at a path below the app's route; empty for the list. */
export const getGuide = (pathname: string): string => pathname.replace(/^\/+|\/+$/g, '');

/**
 * Path below the app's route for a relative link in a guide, to a section or as a whole.
 * @returns undefined if it does not lead to a guide
 */
export function guideLinkPath(guide: string, target: string): string | undefined {
  let url: URL;
  try {
    url = new URL(target, `${DOCS}${guide}.md`);
  } catch {
    return undefined;
  }
  const name = url.origin === new URL(DOCS).origin ? GUIDE_FILE.exec(url.pathname)?.[1] : undefined;
  return name === undefined ? undefined : `/${name}${url.hash}`;
}
