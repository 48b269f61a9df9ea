/**
 * Default texts of the login page. Configured texts are shown as written; these defaults are
 * translated. `{productName}` is replaced in both.
 */
import { defineMessage } from '@sd/core/common';

export const LOGIN_TITLE = defineMessage('security.login.title', {
  defaultMessage: 'Please login to {productName}',
});
export const LOGIN_SUBTITLE = defineMessage('security.login.subtitle', {
  defaultMessage:
    'If you have forgotten your username or password, please ask your system administrator',
});

/** Buttons of login methods without a form; a page can show all of them. */
export const LOGIN_BUTTONS = Object.freeze({
  openid: defineMessage('security.login.button.openid', {
    defaultMessage: 'Log in with single sign-on',
  }),
  saml: defineMessage('security.login.button.saml', {
    defaultMessage: 'Log in with single sign-on (SAML)',
  }),
  anonymous: defineMessage('security.login.button.anonymous', {
    defaultMessage: 'Log in as anonymous',
  }),
});
