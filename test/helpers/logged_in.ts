/**
 * A browser profile that is signed in without the login page, for tests of what comes after it.
 */
import type { Browser } from 'playwright-core';
import { openProfile, type Profile, type ProfileOptions } from './chromium';

export interface LoggedInOptions extends ProfileOptions {
  /** Lets the dialog of tenants open by itself; default: as if it had been open in this tab. */
  readonly isAsked?: boolean;
}

/**
 * @param baseUrl - of the server
 * @throws when the server refuses name and password
 */
export async function openLoggedIn(
  browser: Browser,
  baseUrl: string,
  { username, password }: { readonly username: string; readonly password: string },
  { isAsked = false, ...options }: LoggedInOptions = {}
): Promise<Profile> {
  const profile = await openProfile(browser, baseUrl, options);
  const response = await profile.context.request.post('/auth/login', {
    headers: { 'kbn-xsrf': 'true' },
    data: { username, password },
  });
  if (!response.ok()) throw new Error(`Signing in answered ${response.status()}`);
  if (!isAsked) {
    await profile.context.addInitScript(() => {
      // The empty page before the first address has no storage.
      if (location.protocol !== 'about:')
        sessionStorage.setItem('opendistro::security::tenant::show_popup', 'false');
    });
  }
  return profile;
}
