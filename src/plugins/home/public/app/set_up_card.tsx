/** For administrators: the way to users, roles and tenants. */
import { EuiButton, EuiPanel, EuiSpacer, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, useObservable, type CoreStart } from '@sd/core/public';
import type { SecurityPluginStart } from '../../../security/public';
import { appLinkProps } from './app_link';
import { Section } from './section';

/** Id of the security plugin's admin app, as every bookmark has it: `/app/security`. */
const SECURITY_APP_ID = 'security';

interface SetUpCardProps {
  readonly core: CoreStart;
  readonly security: SecurityPluginStart;
}

export function SetUpCard({
  core: { application },
  security,
}: SetUpCardProps): ReactElement | null {
  const hasApiAccess = useObservable(security.hasApiAccess$, false);
  if (!hasApiAccess) return null;
  return (
    <Section
      title={<FormattedMessage id="home.setUp.title" defaultMessage="Set up security" />}
      testSubject="homeSetUp"
    >
      <EuiPanel hasBorder hasShadow={false} paddingSize="m">
        <EuiText size="s">
          <p>
            <FormattedMessage
              id="home.setUp.text"
              defaultMessage="Decide who may sign in, what their roles allow, and which tenants they work in."
            />
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        <EuiButton
          {...appLinkProps(application, SECURITY_APP_ID)}
          iconType="lock"
          fullWidth
          data-test-subj="homeOpenSecurity"
        >
          <FormattedMessage id="home.setUp.open" defaultMessage="Manage users and roles" />
        </EuiButton>
      </EuiPanel>
    </Section>
  );
}
