'use strict';
/**
 * In development builds only: reloads the page when the browser's scripts were built anew. The
 * server tells so by the ETag of this file's own marker, which carries the id of the build.
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
    // The server restarts; the next look finds it again.
  }
  setTimeout(look, EVERY_MS);
}

void look();
