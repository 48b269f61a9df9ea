/** What can be managed here. */
import { EuiLink, EuiPanel, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n } from '@sd/core/public';
import { sectionPath } from '../services/section_registry';
import type { ManagementSection } from '../types';
import { linkTo } from './link';
import { PageHeading, type FrameProps } from './page_frame';

export interface LandingPageProps extends FrameProps {
  readonly sections: readonly ManagementSection[];
}

export function LandingPage({ sections, ...frame }: LandingPageProps): ReactElement {
  return (
    <div data-test-subj="managementLanding">
      <PageHeading
        {...frame}
        isRoot
        title={i18n.translate('management.appTitle', { defaultMessage: 'Management' })}
        description={i18n.translate('management.landing.description', {
          defaultMessage: 'Settings and saved objects of the tenant you work in.',
        })}
      />
      <ul
        style={{
          display: 'grid',
          gap: 16,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
        }}
      >
        {sections.map((section) => (
          <li key={section.id}>
            <EuiPanel hasBorder hasShadow={false} style={{ height: '100%' }}>
              <EuiTitle size="s">
                <h2>
                  <EuiLink {...linkTo(frame.history, sectionPath(section))}>
                    {section.title}
                  </EuiLink>
                </h2>
              </EuiTitle>
              <EuiSpacer size="s" />
              <EuiText size="s" color="subdued">
                <p>{section.description}</p>
              </EuiText>
            </EuiPanel>
          </li>
        ))}
      </ul>
    </div>
  );
}
