/**
 * First module of the core entry: sets the URL from which webpack loads chunks, because the
 * server's base path is unknown at build time.
 */
if (globalThis.__sdPublicPath__) {
  __webpack_public_path__ = globalThis.__sdPublicPath__;
}
