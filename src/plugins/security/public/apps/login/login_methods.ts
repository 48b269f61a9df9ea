/** Login methods without a form. */
import type { ClientConfig, LOGIN_BUTTONS } from '../../../common';

export type ButtonMethod = keyof typeof LOGIN_BUTTONS;

export const METHOD_PATHS: Readonly<Record<ButtonMethod, string>> = {
  openid: '/auth/openid/login',
  saml: '/auth/saml/login',
  anonymous: '/auth/anonymous',
};

/** In the configured order; anonymous first, because it needs no input. */
export const offeredMethods = (
  types: readonly string[],
  { auth }: ClientConfig
): ButtonMethod[] => [
  ...(auth.anonymous_auth_enabled ? (['anonymous'] as const) : []),
  ...types.filter((type): type is 'openid' | 'saml' => type === 'openid' || type === 'saml'),
];
