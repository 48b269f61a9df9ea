/**
 * Signs in with name and password. Source: specification sections 2.1 and 7;
 * docs/reference/security-app.md#login-page.
 */
import { i18n, type Message, useLogoUrl } from '@sd/core/public';
import type { ReactElement } from 'react';
import { LOGIN_SUBTITLE, LOGIN_TITLE } from '../../../common';
import { ChromelessPage } from '../../components/light/chromeless_page';
import type { ScreenDeps } from '../../services/screen_deps';
import { LoginForm } from './login_form';
import { loginDestination } from './login_destination';

export interface LoginPageProps extends ScreenDeps {
  /** Stands for `{productName}` in the configured texts. */
  readonly productName: string;
}

export function LoginPage({
  core,
  config,
  client,
  memory,
  page,
  productName,
}: LoginPageProps): ReactElement {
  const { title, subtitle, showbrandimage, brandimage, buttonstyle } = config.ui.basicauth.login;
  // Where the configuration names no image of its own for this page.
  const logoUrl = useLogoUrl(core.injectedMetadata.getBranding());
  const text = (configured: string, standard: Message) =>
    configured === standard.defaultMessage
      ? i18n.translateMessage(standard, { productName })
      : configured.replaceAll('{productName}', productName);
  const enter = () =>
    page.assign(
      loginDestination({
        search: page.search,
        hash: page.hash,
        basePath: core.http.basePath.serverBasePath,
        savedTenant: config.multitenancy.enabled ? memory.savedTenant : undefined,
      })
    );
  return (
    <ChromelessPage
      isBrandShown={showbrandimage}
      brandImageUrl={brandimage || logoUrl}
      title={text(title, LOGIN_TITLE)}
      subtitle={text(subtitle, LOGIN_SUBTITLE)}
    >
      <LoginForm client={client} onSignedIn={enter} buttonClassName={buttonstyle || 'btn-login'} />
    </ChromelessPage>
  );
}
