/** Ways to sign in that need no form. */
import type { ClientConfig, LOGIN_BUTTONS } from '../../../common';

export type ButtonWay = keyof typeof LOGIN_BUTTONS;

export const WAY_PATHS: Readonly<Record<ButtonWay, string>> = {
  openid: '/auth/openid/login',
  saml: '/auth/saml/login',
  anonymous: '/auth/anonymous',
};

/** In the configured order; anonymous first, as it asks for nothing. */
export const offeredWays = (types: readonly string[], { auth }: ClientConfig): ButtonWay[] => [
  ...(auth.anonymous_auth_enabled ? (['anonymous'] as const) : []),
  ...types.filter((type): type is 'openid' | 'saml' => type === 'openid' || type === 'saml'),
];
