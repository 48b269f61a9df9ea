/**
 * First module of the core entry: sets the URL from which webpack loads chunks. The server mounts
 * build/public below its base path, which is unknown at build time. Without the global, webpack
 * uses the URL of the running script (`publicPath: 'auto'`).
 */
if (globalThis.__sdPublicPath__) {
  __webpack_public_path__ = globalThis.__sdPublicPath__;
}
