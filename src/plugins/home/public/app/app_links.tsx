/** Links to the apps this user may open. */
import { EuiButton, EuiFlexGroup, EuiFlexItem } from '@elastic/eui';
import type { ReactElement } from 'react';
import {
  FormattedMessage,
  useObservable,
  type CoreStart,
  type PublicAppInfo,
} from '@sd/core/public';
import { visibleApps } from '../services/visible_apps';
import { appLinkProps } from './app_link';
import { Section } from './section';

const NO_APPS: ReadonlyMap<string, PublicAppInfo> = new Map();

export function AppLinks({
  core: { application },
}: {
  readonly core: CoreStart;
}): ReactElement | null {
  const apps = visibleApps(useObservable(application.applications$, NO_APPS));
  if (apps.length === 0) return null;
  return (
    <Section
      title={<FormattedMessage id="home.apps.title" defaultMessage="Apps" />}
      testSubject="homeApps"
    >
      <EuiFlexGroup gutterSize="m" wrap responsive={false} component="ul">
        {apps.map(({ id, title, euiIconType }) => (
          <EuiFlexItem key={id} grow={false} component="li" style={{ maxWidth: '100%' }}>
            <EuiButton
              {...appLinkProps(application, id)}
              color="text"
              iconType={euiIconType ?? 'apps'}
              data-test-subj={`homeApp-${id}`}
            >
              {title}
            </EuiButton>
          </EuiFlexItem>
        ))}
      </EuiFlexGroup>
    </Section>
  );
}
