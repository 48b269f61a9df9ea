/** Displayed names of authenticator types. */
import { t } from '@sd/core/public';

export function typeText(type: string): string {
  switch (type) {
    case 'basic':
      return t('security.domain.type.basic', 'Internal user password (basic)');
    case 'jwt':
      return t('security.domain.type.jwt', 'Signed token (jwt)');
    case 'openid':
      return t('security.domain.type.openid', 'OpenID Connect (openid)');
    case 'saml':
      return t('security.domain.type.saml', 'SAML 2.0 (saml)');
    case 'proxy':
      return t('security.domain.type.proxy', 'Trusted proxy (proxy)');
    case 'extended-proxy':
      return t(
        'security.domain.type.extendedProxy',
        'Trusted proxy with attributes (extended-proxy)'
      );
    case 'clientcert':
      return t('security.domain.type.certificate', 'Client certificate (clientcert)');
    default:
      return type;
  }
}
