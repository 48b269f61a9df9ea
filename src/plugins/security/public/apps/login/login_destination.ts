/**
 * Where a sign-in leads. Pure. Source: docs/reference/security-app.md#login-page and #next-address:
 * links carry the tenant and survive the login, hash included.
 */
import { parseQueryParams } from '@sd/core/public';
import { NEXT_URL_PARAMETER, safeNextUrl, withTenant } from '../../../common';

export interface LoginDestinationFacts {
  /** Query of the login page's address. */
  readonly search: string;
  /** Its fragment: browsers carry it over redirects, servers never see it. */
  readonly hash: string;
  /** '' or `/prefix`. */
  readonly basePath: string;
  /** Wire name remembered on this device; `undefined` also when multi-tenancy is off. */
  readonly savedTenant: string | undefined;
}

export function loginDestination({
  search,
  hash,
  basePath,
  savedTenant,
}: LoginDestinationFacts): string {
  const next = safeNextUrl(parseQueryParams(search).get(NEXT_URL_PARAMETER), basePath);
  const [address = '', ownHash] = splitAt(next, '#');
  const destination = savedTenant === undefined ? address : withTenant(address, savedTenant);
  return `${destination}${ownHash === undefined ? hash : `#${ownHash}`}`;
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
