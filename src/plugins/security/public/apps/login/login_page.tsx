/** Signs in with name and password. Source: specification sections 2.1 and 7; reference security-plugin 2.6. */
import type { ReactElement } from 'react';
import { ChromelessPage } from '../../components/light/chromeless_page';
import type { ScreenDeps } from '../../services/screen_deps';
import { LoginForm } from './login_form';
import { loginDestination } from './login_destination';

export interface LoginPageProps extends ScreenDeps {
  /** Logo of the installation, where the configuration names no image of its own for this page. */
  readonly logoUrl?: string;
  /** Stands for `{productName}` in the configured texts. */
  readonly productName: string;
}

export function LoginPage({
  core,
  config,
  client,
  memory,
  page,
  logoUrl,
  productName,
}: LoginPageProps): ReactElement {
  const { title, subtitle, showbrandimage, brandimage, buttonstyle } = config.ui.basicauth.login;
  const withName = (text: string) => text.replaceAll('{productName}', productName);
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
      title={withName(title)}
      subtitle={withName(subtitle)}
    >
      <LoginForm
        login={(credentials) => client.login(credentials)}
        onSignedIn={enter}
        buttonClassName={buttonstyle || 'btn-login'}
      />
    </ChromelessPage>
  );
}
