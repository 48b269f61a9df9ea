'use strict';
/**
 * Development builds only: reloads the page after a new build of the browser scripts. The server
 * reports a new build by the ETag of a marker file that contains the build id.
 */
const EVERY_MS = 500;
/** Emitted by LiveReloadPlugin beside the bundles. */
const address = new URL('live_reload.txt', document.currentScript.src);

let known;

async function look() {
  try {
    const { ok, headers } = await fetch(address, { method: 'GET', cache: 'no-store' });
    const etag = ok ? headers.get('etag') : undefined;
    if (known && etag && etag !== known) location.reload();
    known ??= etag;
  } catch {
    // The server is restarting; the next attempt reaches it again.
  }
  setTimeout(look, EVERY_MS);
}

void look();
