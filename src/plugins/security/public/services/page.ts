/** Address and page loads of the browser, injectable for tests. */

export interface BrowserLocation {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  assign(url: string): void;
  reload(): void;
}

export const browserPage: BrowserLocation = {
  get pathname() {
    return window.location.pathname;
  },
  get search() {
    return window.location.search;
  },
  get hash() {
    return window.location.hash;
  },
  assign: (url) => window.location.assign(url),
  reload: () => window.location.reload(),
};
