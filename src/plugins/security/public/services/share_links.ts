/**
 * Links that are shared lead into the tenant they were made in. Source: specification section 5,
 * "Share links", and section 7, `GET /api/v1/multitenancy/tenant`.
 */
import { withTenant } from '../../common';
import { logFailure } from './log_failure';
import type { SecurityClient } from './security_client';
import type { Tenancy } from './tenancy';

/** By which the share button of a plugin says what it copies. */
const SHARE_URL = 'data-share-url';
const IFRAME_SOURCE = /<iframe\b[^>]*?\ssrc="([^"]*)"/;

export interface ShareLinksDeps {
  readonly client: Pick<SecurityClient, 'tenant'>;
  readonly tenancy: Pick<Tenancy, 'rules'>;
}

/**
 * The address with the tenant in force, unless it names one. A failure is logged, and the address
 * shared as it is.
 */
export async function addTenant({ client, tenancy }: ShareLinksDeps, url: string): Promise<string> {
  if (!tenancy.rules.isEnabled) return url;
  try {
    return withTenant(url, await client.tenant());
  } catch (error) {
    logFailure('The tenant for a share link could not be loaded.', error);
    return url;
  }
}

/**
 * Watches what the share buttons of other plugins copy: the address itself, or an iframe of it. The
 * tenant is asked for as soon as such a button is touched: copying does not wait.
 * @returns ends it
 */
export function completeCopies(deps: ShareLinksDeps): () => void {
  /** Address of a share button to the one with its tenant. */
  const completed = new Map<string, string>();

  const prepare = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest(`[${SHARE_URL}]`) : null;
    const url = button?.getAttribute(SHARE_URL);
    if (!url) return;
    completed.delete(url);
    void addTenant(deps, url).then((link) => completed.set(url, link));
  };

  const complete = (event: ClipboardEvent) => {
    const copied = document.getSelection()?.toString() ?? '';
    const source = IFRAME_SOURCE.exec(copied)?.[1];
    for (const [url, link] of completed) {
      if (copied !== url && source !== url) continue;
      // What comes after the frame's address in its code stays as it is.
      event.clipboardData?.setData(
        'text/plain',
        copied.replace(url, () => link)
      );
      event.preventDefault();
      return;
    }
  };

  document.addEventListener('pointerdown', prepare, true);
  document.addEventListener('focusin', prepare, true);
  document.addEventListener('copy', complete);
  return () => {
    document.removeEventListener('pointerdown', prepare, true);
    document.removeEventListener('focusin', prepare, true);
    document.removeEventListener('copy', complete);
  };
}
