/** Dry run of a login with unsaved changes. It opens no session. */
import {
  EuiButton,
  EuiCallOut,
  EuiFieldPassword,
  EuiFieldText,
  EuiFormRow,
  EuiSelect,
  EuiSpacer,
  EuiTextArea,
} from '@elastic/eui';
import { errorText, FormattedMessage, send, t } from '@sd/core/public';
import { Panel } from '@sd/ui_kit';
import { type FormEvent, type ReactElement, useState } from 'react';
import { type LoginChanges, type LoginDryRunResponse, TRY_LOGIN } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { EMPTY_DRY_RUN, type DryRun, type DryRunMethod, dryRunRequest } from './dry_run_request';
import { DryRunResult } from './dry_run_result';

const HEADER_EXAMPLE = 'x-proxy-user: jdoe';
const QUERY_EXAMPLE = 'authorization=…';

export interface DryRunPanelProps {
  /** Changes to evaluate; `undefined` if there are none or they are invalid. */
  readonly changes: LoginChanges | undefined;
  /** The changes come from a form. */
  readonly isUnsaved?: boolean;
}

export function DryRunPanel({ changes, isUnsaved = false }: DryRunPanelProps): ReactElement {
  const { http } = useAdmin().core;
  const [dryRun, setDryRun] = useState<DryRun>(EMPTY_DRY_RUN);
  const [response, setResponse] = useState<LoginDryRunResponse>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const isBlocked = isUnsaved && changes === undefined;
  const run = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || isBlocked) return;
    setIsBusy(true);
    setResponse(undefined);
    setFailure(undefined);
    try {
      setResponse(await send(http, TRY_LOGIN, { body: dryRunRequest(dryRun, changes) }));
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div style={{ maxInlineSize: 800 }}>
      <Panel
        title={t('security.common.testLogin', 'Test login')}
        description={
          isUnsaved
            ? t(
                'security.trial.unsaved',
                'Tests this domain with your unsaved changes, and all others as saved. Nothing is saved and no one is logged in. Wrong passwords count as failed logins.'
              )
            : t(
                'security.trial.saved',
                'Tests the saved domains. No one is logged in. Wrong passwords count as failed logins.'
              )
        }
      >
        <form
          aria-label={t('security.common.testLogin', 'Test login')}
          onSubmit={(event) => void run(event)}
        >
          <DryRunFields dryRun={dryRun} onChange={(more) => setDryRun({ ...dryRun, ...more })} />
          <EuiSpacer size="m" />
          <EuiButton type="submit" isLoading={isBusy} isDisabled={isBlocked} data-test-subj="try">
            {t('security.common.testLogin', 'Test login')}
          </EuiButton>
        </form>
        <div aria-live="polite">
          {failure !== undefined && (
            <>
              <EuiSpacer size="m" />
              <EuiCallOut color="danger" title={failure} announceOnMount={false} />
            </>
          )}
          {response && <DryRunResult response={response} />}
        </div>
      </Panel>
    </div>
  );
}

interface DryRunFieldsProps {
  readonly dryRun: DryRun;
  readonly onChange: (more: Partial<DryRun>) => void;
}

function DryRunFields({ dryRun, onChange }: DryRunFieldsProps): ReactElement {
  const { method } = dryRun;
  const text = (field: Exclude<keyof DryRun, 'method'>) => ({
    fullWidth: true,
    value: dryRun[field],
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ [field]: event.target.value }),
  });
  return (
    <>
      <EuiFormRow fullWidth label={t('security.trial.way', 'Log in with')}>
        <EuiSelect
          fullWidth
          value={method}
          options={methodOptions()}
          onChange={({ target }) => onChange({ method: target.value as DryRunMethod })}
        />
      </EuiFormRow>
      {method === 'password' && (
        <>
          <EuiFormRow fullWidth label={t('security.common.username', 'Username')}>
            <EuiFieldText {...text('userName')} />
          </EuiFormRow>
          <EuiFormRow fullWidth label={t('security.common.password', 'Password')}>
            <EuiFieldPassword {...text('password')} autoComplete="new-password" type="dual" />
          </EuiFormRow>
        </>
      )}
      {method === 'token' && (
        <EuiFormRow
          fullWidth
          label={t('security.common.token', 'Token')}
          helpText={t(
            'security.trial.tokenHelp',
            'Sent as "Authorization: Bearer …". To use another header, choose "Headers and parameters".'
          )}
        >
          <EuiTextArea {...text('token')} rows={4} />
        </EuiFormRow>
      )}
      {method === 'headers' && (
        <>
          <EuiFormRow
            fullWidth
            label={t('security.trial.headers', 'Headers')}
            helpText={
              <FormattedMessage
                id="security.trial.headersHelp"
                defaultMessage={'One per line: {example}'}
                values={{ example: <code>{HEADER_EXAMPLE}</code> }}
              />
            }
          >
            <EuiTextArea {...text('headers')} rows={4} />
          </EuiFormRow>
          <EuiFormRow
            fullWidth
            label={t('security.trial.query', 'URL parameters')}
            helpText={<code>{QUERY_EXAMPLE}</code>}
          >
            <EuiFieldText {...text('query')} />
          </EuiFormRow>
          <EuiFormRow fullWidth label={t('security.trial.peer', 'IP address of the sending proxy')}>
            <EuiFieldText {...text('peerAddress')} />
          </EuiFormRow>
        </>
      )}
    </>
  );
}

const methodOptions = (): Array<{ value: DryRunMethod; text: string }> => [
  {
    value: 'password',
    text: t('security.common.usernameAndPassword', 'Username and password'),
  },
  {
    value: 'token',
    text: t('security.common.token', 'Token'),
  },
  {
    value: 'headers',
    text: t('security.trial.way.headers', 'Headers and parameters'),
  },
];
