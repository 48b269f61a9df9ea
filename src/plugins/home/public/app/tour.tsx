/**
 * The tour of the demonstration: what the planted data shows, one link per stop. Part of the page,
 * so that nothing moves when it comes.
 */
import { EuiButtonEmpty, EuiLink, EuiPanel, EuiSpacer, EuiText } from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { of } from 'rxjs';
import { t, useObservable } from '@sd/core/public';
import { TOUR_SETTING } from '../../common';
import { appLinkProps } from './app_link';
import type { HomeDeps } from './home_deps';
import { Section } from './section';

const SECURITY_APP_ID = 'security';
const STOPS_STYLE = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  gap: '12px 24px',
} as const;
const DENIED = 'user=nadia.rossi&action=indices%3Adata%2Fread%2Fsearch&index=invoices-2026';

interface Stop {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** A page of the plugin that adds the tab of this address: both are there or missing. */
  readonly partOf?: string;
}

/** In the order of a first look. */
const stops = (): readonly Stop[] => [
  {
    path: '/findings',
    title: t('home.tour.findings', "Find what's wrong"),
    text: t('home.tour.findingsText', 'Some roles have problems. Each finding offers a fix.'),
  },
  {
    path: `/explorer?${DENIED}`,
    title: t('home.tour.explorer', 'Ask why access is denied'),
    text: t('home.tour.explorerText', 'nadia.rossi searched the invoices and was denied.'),
  },
  {
    path: '/explorer/matrix',
    title: t('home.tour.matrix', 'See who can do what'),
    text: t('home.tour.matrixText', 'All users and indices in one table.'),
  },
  {
    path: '/roles/view/log_pipeline/usage',
    title: t('home.tour.usage', 'Make a role smaller'),
    text: t('home.tour.usageText', 'log_pipeline grants far more than its users need.'),
    partOf: '/findings',
  },
  {
    path: '/guardrails',
    title: t('home.tour.guardrails', 'Protect the payroll data'),
    text: t(
      'home.tour.guardrailsText',
      'Guardrails reject changes that would give more people access.'
    ),
  },
  {
    path: '/changeRequests',
    title: t('home.tour.requests', 'Approve a change'),
    text: t('home.tour.requestsText', 'lucia.romero asks for a role for the support team.'),
  },
  {
    path: '/drift',
    title: t('home.tour.drift', 'Compare with files'),
    text: t(
      'home.tour.driftText',
      'Three roles differ from the files with the desired configuration.'
    ),
  },
  {
    path: '/compare/staging/home',
    title: t('home.tour.compare', 'Promote from staging'),
    text: t('home.tour.compareText', 'A new role is ready on the second cluster, Staging.'),
  },
];

type TourProps = Required<Pick<HomeDeps, 'core' | 'security'>>;

/** @returns nothing outside of a demonstration, where the setting is not declared */
export function Tour({
  core: { application, uiSettings },
  security,
}: TourProps): ReactElement | null {
  const [isOpen$] = useState(() =>
    uiSettings.isDeclared(TOUR_SETTING) ? uiSettings.get$<boolean>(TOUR_SETTING) : of(false)
  );
  const isOpen = useObservable(isOpen$, false);
  const hasApiAccess = useObservable(security.hasApiAccess$, false);
  if (!isOpen || !hasApiAccess) return null;
  const pages = stops().filter(({ path, partOf }) =>
    [path.split('?')[0] as string, ...(partOf === undefined ? [] : [partOf])].every((page) =>
      security.mayOpenPage(page)
    )
  );
  return (
    <Section title={t('home.tour.title', 'Tour of the demonstration')} testSubject="homeTour">
      <EuiPanel hasBorder hasShadow={false}>
        <ol style={STOPS_STYLE}>
          {pages.map(({ path, title, text }) => (
            <li key={path}>
              <EuiText size="s">
                <EuiLink {...appLinkProps(application, SECURITY_APP_ID, path)}>{title}</EuiLink>
                <p>{text}</p>
              </EuiText>
            </li>
          ))}
        </ol>
        <EuiSpacer size="s" />
        <EuiButtonEmpty
          size="xs"
          flush="left"
          iconType="cross"
          onClick={() => void uiSettings.setPersonal({ [TOUR_SETTING]: false })}
        >
          {t('home.tour.close', 'Close the tour')}
        </EuiButtonEmpty>
      </EuiPanel>
    </Section>
  );
}
