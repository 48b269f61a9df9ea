/** Setup status and next steps, for administrators. Lazy chunk. */
import {
  EuiBadge,
  EuiButton,
  EuiButtonEmpty,
  EuiLink,
  EuiLoadingSpinner,
  EuiPanel,
  EuiSpacer,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { type CoreStart, t } from '@sd/core/public';
import { LoadError, useServerQuery } from '@sd/ui_kit';
import { appLinkProps } from '../app_link';
import { type PageConnection, type SetupStep, setupSteps, type StepState } from './setup_steps';
import { SETUP_PATH, type SetupFacts } from '../../../common';

interface SetupStepCardProps {
  readonly step: SetupStep;
  readonly application: CoreStart['application'];
}

/** One step: its status, the reason and a link to the fix. */
export function SetupStepCard({ step, application }: SetupStepCardProps): ReactElement {
  const { state, title, text, link } = step;
  return (
    <EuiPanel hasBorder hasShadow={false} paddingSize="m" style={{ blockSize: '100%' }}>
      <div style={{ display: 'flex', gap: 8, justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <EuiTitle size="xxs">
          <h3>{title}</h3>
        </EuiTitle>
        <StateBadge state={state} />
      </div>
      <EuiText size="s" style={{ marginBlockStart: 8, overflowWrap: 'anywhere' }}>
        <p>{text}</p>
        {link && (
          <p>
            <EuiLink {...appLinkProps(application, link.appId, link.path)}>{link.label}</EuiLink>
          </p>
        )}
      </EuiText>
    </EuiPanel>
  );
}

function StateBadge({ state }: { readonly state: StepState }): ReactElement {
  switch (state) {
    case 'done':
      return (
        <EuiBadge color="success" iconType="check">
          {t('home.setUp.state.done', 'Done')}
        </EuiBadge>
      );
    case 'advice':
      return (
        <EuiBadge color="hollow" iconType="info">
          {t('home.setUp.state.advice', 'Next step')}
        </EuiBadge>
      );
    case 'attention':
      return (
        <EuiBadge color="warning" iconType="warning">
          {t('home.setUp.state.attention', 'Attention')}
        </EuiBadge>
      );
  }
}

/** Stores on this device whether the administrator keeps the panel open. */
const KEY = 'home.setUp.isOpen';

/** @returns `undefined` if no choice is stored on this device */
export function readOpenFlag(): boolean | undefined {
  try {
    const stored = window.localStorage.getItem(KEY);
    return stored === null ? undefined : stored === 'true';
  } catch {
    return undefined;
  }
}

export function writeOpenFlag(isOpen: boolean): void {
  try {
    window.localStorage.setItem(KEY, String(isOpen));
  } catch {
    // Storage is full or blocked: the choice lasts until the page is left.
  }
}

/** Id of the security plugin's admin app. Bookmarks contain it: `/app/security`. */
const SECURITY_APP_ID = 'security';
const GRID = {
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
} as const;
const HEAD = { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 12 } as const;

export interface SetupPanelProps {
  readonly core: CoreStart;
  /** Defaults to the connection of this page. */
  readonly connection?: PageConnection;
}

export function SetupPanel({
  core: { application, http },
  connection = window.location,
}: SetupPanelProps): ReactElement {
  const { data, error, isLoading, reload } = useServerQuery(['home', 'setUp'], (signal) =>
    http.get<SetupFacts>(SETUP_PATH, { signal })
  );
  const [chosen, setChosen] = useState(readOpenFlag);
  const id = useGeneratedHtmlId({ prefix: 'setUp' });
  const steps = data ? setupSteps(data, connection) : [];
  const doneCount = steps.filter(({ state }) => state === 'done').length;
  // On a phone the open panel is longer than the screen and would hide the page content.
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  const isOpen = chosen ?? (!isNarrow && (steps.length === 0 || doneCount < steps.length));
  const toggle = () => {
    writeOpenFlag(!isOpen);
    setChosen(!isOpen);
  };
  return (
    <section aria-labelledby={`${id}-title`} data-test-subj="homeSetUp">
      <div style={HEAD}>
        <EuiTitle size="s">
          <h2 id={`${id}-title`}>{t('home.setUp.title', 'Set up security')}</h2>
        </EuiTitle>
        {data && (
          <EuiBadge color={doneCount === steps.length ? 'success' : 'hollow'}>
            {t('home.setUp.progress', '{done} of {total} done', {
              done: doneCount,
              total: steps.length,
            })}
          </EuiBadge>
        )}
        <EuiButtonEmpty
          size="s"
          iconType={isOpen ? 'chevronSingleUp' : 'chevronSingleDown'}
          iconSide="right"
          aria-expanded={isOpen}
          aria-controls={`${id}-steps`}
          onClick={toggle}
          data-test-subj="homeSetUpToggle"
        >
          {isOpen ? t('home.setUp.hide', 'Hide steps') : t('home.setUp.show', 'Show steps')}
        </EuiButtonEmpty>
      </div>
      <div id={`${id}-steps`} hidden={!isOpen}>
        <EuiSpacer size="s" />
        <EuiText size="s">
          <p>
            {t(
              'home.setUp.text',
              'Decide who can log in, what they can do, and which tenants they use.'
            )}
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        {isLoading && !data && (
          <EuiLoadingSpinner size="l" aria-label={t('home.setUp.loading', 'Loading setup steps')} />
        )}
        {error !== undefined && (
          <LoadError
            error={error}
            onRetry={reload}
            isRetrying={isLoading}
            title={t('home.setUp.error', "Couldn't load the setup steps")}
          />
        )}
        <ul style={GRID}>
          {steps.map((step) => (
            <li key={step.id} data-test-subj={`homeSetUp-${step.id}`}>
              <SetupStepCard step={step} application={application} />
            </li>
          ))}
        </ul>
        <EuiSpacer size="m" />
        <EuiButton
          {...appLinkProps(application, SECURITY_APP_ID)}
          iconType="lock"
          data-test-subj="homeOpenSecurity"
        >
          {t('home.setUp.open', 'Manage users and roles')}
        </EuiButton>
      </div>
      <EuiSpacer size="l" />
    </section>
  );
}
