/** Missing role app, for users without roles. */
import { type AppMountParameters, renderApp, send, t, type UnmountCallback } from '@sd/core/public';
import { type ReactElement, useEffect, useState } from 'react';
import { READ_OWN_LOGIN, type OwnLogin } from '../../../common';
import { ChromelessPage } from '../../components/chromeless/chromeless_page';
import { LogOutButton } from '../../components/chromeless/log_out_button';
import { useBrand } from '../../components/chromeless/use_brand';
import type { ScreenDeps } from '../../services/screen_deps';

/** The server redirects users with roles; this covers navigation within the page. */
export function mountMissingRole(
  deps: ScreenDeps,
  { element }: AppMountParameters
): UnmountCallback {
  const { core, page, session } = deps;
  if (session.account && session.account.roles.length > 0) {
    page.assign(core.http.basePath.serverBasePath || '/');
    return () => undefined;
  }
  core.chrome.docTitle.change(t('security.missingRole.documentTitle', 'Missing Role'));
  return renderApp(element, <MissingRolePage {...deps} />);
}

/** Logout is the only action, because any other page would lead back here. */
export const MissingRolePage = (deps: ScreenDeps): ReactElement => (
  <ChromelessPage
    {...useBrand(deps)}
    title={t('security.missingRole.title', 'Missing Role')}
    subtitle={t(
      'security.missingRole.text',
      'No roles available for this user, please contact your system administrator.'
    )}
  >
    <MissingClaim {...deps} />
    <LogOutButton {...deps} />
  </ChromelessPage>
);

/** The commonest cause of a login without roles at an identity provider, for administrators. */
function MissingClaim({ core }: ScreenDeps): ReactElement | null {
  const [login, setLogin] = useState<OwnLogin>();
  useEffect(() => {
    const abort = new AbortController();
    send(core.http, READ_OWN_LOGIN, { signal: abort.signal })
      .then(setLogin)
      // Without the cause, the page still says what to do.
      .catch(() => undefined);
    return () => abort.abort();
  }, [core.http]);
  if (login?.missing_roles_claim === undefined) return null;
  const claims = Object.keys(login.attributes)
    .map((name) => name.replace(/^attr\.\w+\./, ''))
    .sort();
  return (
    <p data-test-subj="missing-claim">
      {t(
        'security.missingRole.claim',
        'For administrators: the login through the authentication domain {domain} has no claim “{claim}” (roles_key), so it has no backend roles. It has: {claims}.',
        { domain: login.domain ?? '', claim: login.missing_roles_claim, claims: claims.join(', ') }
      )}
    </p>
  );
}
