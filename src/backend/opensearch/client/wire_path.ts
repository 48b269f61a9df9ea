/** Paths of calls as they go over the wire: what the cluster reads is what was judged here. */
import { CLUSTER_LIMITS } from '../../../contracts/limits';

/** Characters of a path (RFC 3986, section 3.3) with whole escapes. */
const PATH = /^(\/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)+$/;

/**
 * @returns `undefined` for what a cluster, or a proxy before it, may read in another way: relative
 *   parts, also escaped, empty parts, and characters that a path does not have
 */
export function wirePath(path: string): string | undefined {
  if (path.length > CLUSTER_LIMITS.pathLength || !PATH.test(path)) return undefined;
  if (path === '/') return path;
  // One slash at the end is as good as none.
  const parts = path.replace(/\/$/, '').split('/').slice(1);
  const isRead = (part: string): boolean => {
    const bare = part.replaceAll(/%2e/gi, '.');
    return bare !== '' && bare !== '.' && bare !== '..';
  };
  return parts.length > 0 && parts.every(isRead) ? `/${parts.join('/')}` : undefined;
}
