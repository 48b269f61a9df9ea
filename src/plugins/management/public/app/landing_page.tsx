/** What can be managed here. */
import { EuiLink, EuiPanel, EuiSpacer, EuiText, EuiTitle } from '@elastic/eui';
import type { ReactElement } from 'react';
import { i18n } from '@sd/core/public';
import { PageHeader, useKit, useLink, usePage } from '@sd/ui_kit';
import { sectionPath } from '../services/section_registry';
import type { ManagementSection } from '../types';

export interface LandingPageProps {
  readonly sections: readonly ManagementSection[];
}

const NO_CRUMBS = [] as const;

export function LandingPage({ sections }: LandingPageProps): ReactElement {
  const { root } = useKit();
  const link = useLink();
  usePage(NO_CRUMBS);
  return (
    <div data-test-subj="managementLanding">
      <PageHeader
        title={root.text}
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
                  <EuiLink {...link(sectionPath(section))}>{section.title}</EuiLink>
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
