/** For administrators: the state of their set-up, and the next steps in order. Lazy chunk. */
import {
  EuiBadge,
  EuiButton,
  EuiButtonEmpty,
  EuiLoadingSpinner,
  EuiSpacer,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
  useIsWithinBreakpoints,
} from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { FormattedMessage, i18n, type CoreStart } from '@sd/core/public';
import { LoadError, useServerQuery } from '@sd/ui_kit';
import { SET_UP_PATH, type SetUpFacts } from '../../../common';
import { appLinkProps } from '../app_link';
import { readOpenFlag, writeOpenFlag } from './open_flag';
import { SetUpStepCard } from './set_up_step_card';
import { setUpSteps, type PageConnection } from './set_up_steps';

/** Id of the security plugin's admin app, as every bookmark has it: `/app/security`. */
const SECURITY_APP_ID = 'security';
const GRID = {
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
} as const;
const HEAD = { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 12 } as const;

export interface SetUpPanelProps {
  readonly core: CoreStart;
  /** Default: the address of this page. */
  readonly connection?: PageConnection;
}

export function SetUpPanel({
  core: { application, http },
  connection = window.location,
}: SetUpPanelProps): ReactElement {
  const { data, error, isLoading, reload } = useServerQuery(['home', 'setUp'], (signal) =>
    http.get<SetUpFacts>(SET_UP_PATH, { signal })
  );
  const [chosen, setChosen] = useState(readOpenFlag);
  const id = useGeneratedHtmlId({ prefix: 'setUp' });
  const steps = data ? setUpSteps(data, connection) : [];
  const doneCount = steps.filter(({ state }) => state === 'done').length;
  // On a phone the steps are longer than a screen, and stand before what one comes here for.
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
          <h2 id={`${id}-title`}>
            <FormattedMessage id="home.setUp.title" defaultMessage="Set up security" />
          </h2>
        </EuiTitle>
        {data && (
          <EuiBadge color={doneCount === steps.length ? 'success' : 'hollow'}>
            <FormattedMessage
              id="home.setUp.progress"
              defaultMessage="{done} of {total} done"
              values={{ done: doneCount, total: steps.length }}
            />
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
          {isOpen
            ? i18n.translate('home.setUp.hide', { defaultMessage: 'Hide steps' })
            : i18n.translate('home.setUp.show', { defaultMessage: 'Show steps' })}
        </EuiButtonEmpty>
      </div>
      <div id={`${id}-steps`} hidden={!isOpen}>
        <EuiSpacer size="s" />
        <EuiText size="s">
          <p>
            <FormattedMessage
              id="home.setUp.text"
              defaultMessage="Decide who may sign in, what their roles allow, and which tenants they work in."
            />
          </p>
        </EuiText>
        <EuiSpacer size="m" />
        {isLoading && !data && (
          <EuiLoadingSpinner
            size="l"
            aria-label={i18n.translate('home.setUp.loading', {
              defaultMessage: 'Loading the state of the set-up',
            })}
          />
        )}
        {error !== undefined && (
          <LoadError
            error={error}
            onRetry={reload}
            isRetrying={isLoading}
            title={i18n.translate('home.setUp.error', {
              defaultMessage: 'The state of the set-up could not be loaded',
            })}
          />
        )}
        <ul style={GRID}>
          {steps.map((step) => (
            <li key={step.id} data-test-subj={`homeSetUp-${step.id}`}>
              <SetUpStepCard step={step} application={application} />
            </li>
          ))}
        </ul>
        <EuiSpacer size="m" />
        <EuiButton
          {...appLinkProps(application, SECURITY_APP_ID)}
          iconType="lock"
          data-test-subj="homeOpenSecurity"
        >
          <FormattedMessage id="home.setUp.open" defaultMessage="Manage users and roles" />
        </EuiButton>
      </div>
      <EuiSpacer size="l" />
    </section>
  );
}
