/** Displayed names of authenticator types. */
import { i18n } from '@sd/core/public';

export function typeText(type: string): string {
  switch (type) {
    case 'basic':
      return i18n.translate('security.domain.type.basic', {
        defaultMessage: 'Password of an internal user (basic)',
      });
    case 'jwt':
      return i18n.translate('security.domain.type.jwt', {
        defaultMessage: 'Signed token (jwt)',
      });
    case 'openid':
      return i18n.translate('security.domain.type.openid', {
        defaultMessage: 'OpenID Connect (openid)',
      });
    case 'saml':
      return i18n.translate('security.domain.type.saml', { defaultMessage: 'SAML 2.0 (saml)' });
    case 'proxy':
      return i18n.translate('security.domain.type.proxy', {
        defaultMessage: 'Trusted proxy (proxy)',
      });
    case 'extended-proxy':
      return i18n.translate('security.domain.type.extendedProxy', {
        defaultMessage: 'Trusted proxy with attributes (extended-proxy)',
      });
    case 'clientcert':
      return i18n.translate('security.domain.type.certificate', {
        defaultMessage: 'Client certificate (clientcert)',
      });
    default:
      return type;
  }
}
