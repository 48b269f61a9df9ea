/**
 * First module of the core entry: tells webpack where chunks live. The server mounts build/public
 * at a path that holds the base path, which no build can know. Without the global the address of
 * the running script serves (webpack's `publicPath: 'auto'`).
 */
if (globalThis.__sdPublicPath__) {
  __webpack_public_path__ = globalThis.__sdPublicPath__;
}
