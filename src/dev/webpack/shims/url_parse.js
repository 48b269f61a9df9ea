/** Stands in for url-parse: EUI reads `protocol` (of links) and nothing more; `origin` for company. */
export default class UrlParse {
  constructor(href) {
    const base = globalThis.location?.href;
    const url = URL.canParse(href, base) ? new URL(href, base) : undefined;
    this.protocol = url?.protocol ?? '';
    this.origin = url?.origin ?? 'null';
  }
}
