/** Share links that open in the tenant in which they were created. */
import {
  catchError,
  combineLatest,
  distinctUntilChanged,
  from,
  map,
  of,
  startWith,
  switchMap,
} from 'rxjs';
import { withTenant } from '../../common';
import { logFailure } from './log_failure';
import type { SecurityClient } from './security_client';
import type { LoggedInSession } from './session_state';
import type { Tenancy } from './tenancy';

/** Attribute with the copied address on share buttons of other plugins. */
const SHARE_URL = 'data-share-url';
const IFRAME_SOURCE = /<iframe\b[^>]*?\ssrc="([^"]*)"/;

export interface ShareLinksDeps {
  readonly client: Pick<SecurityClient, 'tenant'>;
  readonly session: Pick<LoggedInSession, 'account$'>;
  readonly tenancy: Pick<Tenancy, 'rules$'>;
}

export interface ShareLinks {
  /** Adds the current tenant to an address, unless the address names one. */
  addTenant(url: string): string;
  stop(): void;
}

/**
 * Adds the tenant to addresses that share buttons of other plugins copy. A copy event cannot wait
 * for a response, so the tenant is loaded when the page opens and when the account's tenant
 * changes; until then the account's own tenant applies.
 */
export function startShareLinks({ client, session, tenancy }: ShareLinksDeps): ShareLinks {
  let tenant: string | undefined;
  const subscription = combineLatest([session.account$, tenancy.rules$])
    .pipe(
      map(([account, rules]) => (rules.isEnabled ? account?.user_requested_tenant : null)),
      distinctUntilChanged(),
      switchMap((known) =>
        typeof known === 'string'
          ? from(client.tenant()).pipe(
              startWith(known),
              catchError((error: unknown) => {
                logFailure('The tenant for a share link could not be loaded.', error);
                return of(undefined);
              })
            )
          : of(undefined)
      )
    )
    .subscribe((next) => (tenant = next));

  const addTenant = (url: string) => (tenant === undefined ? url : withTenant(url, tenant));

  const onCopy = (event: ClipboardEvent) => {
    const copied = document.getSelection()?.toString() ?? '';
    const url = IFRAME_SOURCE.exec(copied)?.[1] ?? copied;
    const isShared = [...document.querySelectorAll(`[${SHARE_URL}]`)].some(
      (button) => button.getAttribute(SHARE_URL) === url
    );
    if (url === '' || !isShared || tenant === undefined) return;
    const link = addTenant(url);
    // Keeps the rest of the iframe code after the address.
    event.clipboardData?.setData(
      'text/plain',
      copied.replace(url, () => link)
    );
    event.preventDefault();
  };

  document.addEventListener('copy', onCopy);
  return {
    addTenant,
    stop: () => {
      subscription.unsubscribe();
      document.removeEventListener('copy', onCopy);
    },
  };
}
