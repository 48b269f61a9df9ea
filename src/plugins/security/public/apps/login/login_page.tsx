/** Login page: password form and other login methods. */
import { lazy, type ReactElement, Suspense, useEffect } from 'react';
import { i18n, type Message, parseQueryParams, useLogoUrl } from '@sd/core/public';
import {
  getAuthTypes,
  LOGIN_PROBLEM,
  LOGIN_SUBTITLE,
  LOGIN_TITLE,
  NEXT_URL_PARAMETER,
  safeNextUrl,
  TENANT_SOURCE_PARAMETER,
} from '../../../common';
import { ChromelessPage } from '../../components/chromeless/chromeless_page';
import type { ScreenDeps } from '../../services/screen_deps';
import { LoginForm } from './login_form';
import { METHOD_PATHS, offeredMethods } from './login_methods';

/**
 * Address after login. Source: docs/reference/security-app.md#login-page and #next-address: links
 * keep the tenant and the hash. A remembered tenant is not part of the address; the next page
 * switches to it (`start_tenant.ts`).
 */
interface LoginDestinationFacts {
  /** Query of the login page's address. */
  readonly search: string;
  /** Fragment of the address: browsers keep it across redirects, servers never see it. */
  readonly hash: string;
  /** '' or `/prefix`. */
  readonly basePath: string;
}

export function loginDestination({ search, hash, basePath }: LoginDestinationFacts): string {
  const next = safeNextUrl(parseQueryParams(search).get(NEXT_URL_PARAMETER), basePath);
  const [address = '', ownHash] = splitAt(next, '#');
  return `${address}${ownHash === undefined ? hash : `#${ownHash}`}`;
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

// Separate chunks: configurations with password login only do not need them.
const LoginButtons = lazy(async () => ({
  default: (await import(/* webpackChunkName: "security-login_ways" */ './login_buttons'))
    .LoginButtons,
}));
const LoginNotices = lazy(async () => ({
  default: (await import(/* webpackChunkName: "security-login_ways" */ './login_notices'))
    .LoginNotices,
}));
const LoginOutage = lazy(async () => ({
  default: (await import(/* webpackChunkName: "security-login_outage" */ './login_outage'))
    .LoginOutage,
}));

interface LoginPageProps extends ScreenDeps {
  /** Replaces `{productName}` in the configured texts. */
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
  const { title, subtitle, showbrandimage, brandimage, buttonstyle } = {
    ...config.ui.basicauth.login,
    ...config.basicauth?.login,
  };
  // Used if the configuration sets no image for this page.
  const logoUrl = useLogoUrl(core.injectedMetadata.getBranding());
  const text = (configured: string, standard: Message) =>
    configured === standard.defaultMessage
      ? i18n.translateMessage(standard, { productName })
      : configured.replaceAll('{productName}', productName);
  const types = getAuthTypes(config.auth.type);
  const basePath = core.http.basePath.serverBasePath;
  const query = parseQueryParams(page.search);
  const destination = () =>
    loginDestination({
      search: page.search,
      hash: page.hash,
      basePath,
    });
  // The server believes this only in requests of this page, not in those of other websites.
  const isTyped = query.get(TENANT_SOURCE_PARAMETER) === 'typed';
  const leadOn = (path: string) =>
    `${basePath}${path}?${isTyped ? `${TENANT_SOURCE_PARAMETER}=typed&` : ''}${NEXT_URL_PARAMETER}=${encodeURIComponent(destination())}`;
  useEffect(() => {
    // A new login begins in the remembered tenant, also in a tab that was asked before.
    if (memory.savedTenant !== undefined) memory.clearPopupMark();
  }, [memory]);
  const { message } = config.ui.login;
  const outage = core.injectedMetadata.getOutage();
  const problem = query.get(LOGIN_PROBLEM);
  const methods = offeredMethods(types, config);
  const hasForm = types.includes('basicauth');
  return (
    <ChromelessPage
      showsBrand={showbrandimage}
      brandImageUrl={brandimage || logoUrl}
      title={text(title, LOGIN_TITLE)}
      subtitle={text(subtitle, LOGIN_SUBTITLE)}
    >
      {outage !== undefined && (
        <Suspense fallback={null}>
          <LoginOutage http={core.http} reason={outage} />
        </Suspense>
      )}
      {(message || problem !== null) && (
        <Suspense fallback={null}>
          <LoginNotices message={message} problem={problem} />
        </Suspense>
      )}
      {hasForm && (
        <LoginForm
          client={client}
          isPasskeyOffered={config.auth.passkey_login.enabled}
          onLoggedIn={() => page.assign(isTyped ? leadOn('/app/login') : destination())}
          buttonClassName={buttonstyle || 'btn-login'}
        />
      )}
      {methods.length > 0 && (
        <Suspense fallback={null}>
          <LoginButtons
            methods={methods}
            isBelowForm={hasForm}
            hrefOf={(method) => leadOn(METHOD_PATHS[method])}
            config={config.ui}
          />
        </Suspense>
      )}
    </ChromelessPage>
  );
}
