/** Tests the settings of the form before they are saved. */
import { EuiButton, EuiCallOut, EuiFormRow, EuiSpacer, EuiText } from '@elastic/eui';
import { getErrorCode, errorText, send, t } from '@sd/core/public';
import { type Control, Panel, PasswordField, TextField, useWatch } from '@sd/ui_kit';
import { type MutableRefObject, type ReactElement, useEffect, useRef, useState } from 'react';
import { CLUSTER_ERRORS, TEST_CONNECTION } from '../../common';
import { useAdmin } from '../parts';
import { type ClusterForm, splitHosts, formToSettings } from './cluster_form_state';

type Result =
  | { readonly is: 'good'; readonly user: string; readonly version: string | undefined }
  | { readonly is: 'bad'; readonly message: string };

export interface OwnCredentials {
  readonly username: string;
  readonly password: string;
}

interface ConnectionTestProps {
  readonly control: Control<ClusterForm>;
  readonly id: string | undefined;
  /** Receives the entered credentials while a test of the current values has succeeded. */
  readonly correct: MutableRefObject<OwnCredentials | undefined>;
  /** Called when a test fails because of TLS, whose settings may be folded. */
  readonly onTlsProblem: () => void;
}

export function ConnectionTest(props: ConnectionTestProps): ReactElement {
  const { control, id, correct } = props;
  const { core } = useAdmin();
  const values = useWatch({ control }) as ClusterForm;
  const [isBusy, setIsBusy] = useState(false);
  const [tested, setTested] = useState<{ readonly values: string; readonly result: Result }>();
  const { testUsername: username, testPassword: password } = values;
  const asksOwn = values.credentials === 'session';
  const own = asksOwn && username !== '' && password !== '' ? { username, password } : undefined;
  const current = JSON.stringify([formToSettings(values), own]);
  const result = tested?.values === current ? tested.result : undefined;
  // Nothing is sent to an address that was changed after its test.
  useEffect(() => {
    correct.current = result?.is === 'good' ? own : undefined;
  });
  const report = useRef<HTMLDivElement>(null);
  // It would be below the window, or under the bar with the buttons.
  useEffect(() => {
    if (result) report.current?.scrollIntoView?.({ block: 'center' });
  }, [result]);
  const test = async (): Promise<void> => {
    setIsBusy(true);
    const showResult = (found: Result): void => setTested({ values: current, result: found });
    try {
      // Of the saved connection, the secrets are used where none are sent.
      const body = { ...(id !== undefined && { id }), settings: formToSettings(values), ...own };
      const { user_name: user, version } = await send(core.http, TEST_CONNECTION, { body });
      showResult({ is: 'good', user, version });
    } catch (error) {
      showResult({ is: 'bad', message: errorText(error) });
      if (getErrorCode(error) === CLUSTER_ERRORS.clusterTls.code) props.onTlsProblem();
    }
    setIsBusy(false);
  };
  return (
    <Panel title={t('clusters.common.test', 'Test')}>
      {asksOwn && (
        <>
          <EuiText size="s" color="subdued">
            <p>
              {t(
                'clusters.clusterForm.testHelp',
                'Your own username and password. After a successful test, they apply to this session, as after a login.'
              )}
            </p>
          </EuiText>
          <EuiSpacer size="s" />
          <TextField
            control={control}
            name="testUsername"
            label={t('clusters.common.username', 'Username')}
            isOptional
            isCode
          />
          <PasswordField
            control={control}
            name="testPassword"
            label={t('clusters.common.password', 'Password')}
          />
        </>
      )}
      <EuiFormRow fullWidth>
        <EuiButton
          isLoading={isBusy}
          isDisabled={splitHosts(values).length === 0}
          onClick={() => void test()}
        >
          {t('clusters.clusterForm.testButton', 'Test connection')}
        </EuiButton>
      </EuiFormRow>
      <div ref={report} role="status">
        {result && (
          <>
            <EuiSpacer size="m" />
            <EuiCallOut
              size="s"
              color={result.is === 'good' ? 'success' : 'danger'}
              iconType={result.is === 'good' ? 'check' : 'warning'}
              title={result.is === 'good' ? successText(result) : result.message}
            />
          </>
        )}
      </div>
    </Panel>
  );
}

const successText = ({ user, version }: Extract<Result, { is: 'good' }>): string =>
  t(
    'clusters.clusterForm.reached',
    'Connected as {user}{version, select, none {} other {, OpenSearch {version}}}.',
    { user, version: version ?? 'none' }
  );
