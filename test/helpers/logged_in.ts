/** A browser profile with a session, created without the login page, for tests of later pages. */
import type { Browser } from 'playwright-core';
import { openProfile, type Profile, type ProfileOptions } from './chromium';

export interface LoggedInOptions extends ProfileOptions {
  /** Lets the tenant dialog open by itself. Default: the dialog counts as answered in this tab. */
  readonly isAsked?: boolean;
}

/**
 * @param baseUrl - of the server, with its base path
 * @throws if the server rejects name and password
 */
export async function openLoggedIn(
  browser: Browser,
  baseUrl: string,
  { username, password }: { readonly username: string; readonly password: string },
  { isAsked = false, ...options }: LoggedInOptions = {}
): Promise<Profile> {
  const profile = await openProfile(browser, baseUrl, options);
  const { pathname } = new URL('auth/login', `${baseUrl}/`);
  const response = await profile.context.request.post(pathname, {
    headers: { 'kbn-xsrf': 'true' },
    data: { username, password },
  });
  if (!response.ok()) throw new Error(`The login returned ${response.status()}`);
  if (!isAsked) {
    await profile.context.addInitScript(() => {
      // The initial about: page has no storage.
      if (location.protocol !== 'about:')
        sessionStorage.setItem('opendistro::security::tenant::show_popup', 'false');
    });
  }
  return profile;
}
