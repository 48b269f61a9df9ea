/**
 * Password dialog of the current user. The login attempt that verifies the current password opens a
 * new session; if the change then fails, the dialog selects the previous tenant again.
 */
import {
  EuiFieldPassword,
  type EuiFieldPasswordProps,
  type EuiFormRowProps,
  EuiFormRow,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { getErrorCode, errorText, getServerMessage, getErrorStatus, t } from '@sd/core/public';
import { FormDialog } from '@sd/ui_kit';
import { type ReactElement, useRef, useState } from 'react';
import { PAGE_ERRORS } from '../../../common';
import { PasswordHelp } from '../../components/password_strength';
import { usePasswordRule } from '../../components/password_rule';
import type { ScreenDeps } from '../../services/screen_deps';
import { logFailure } from '../../services/log_failure';
import { logout } from '../../services/logout';

export interface ResetPasswordDialogProps extends ScreenDeps {
  readonly onClose: () => void;
}

interface Problem {
  readonly message: string;
  readonly field?: 'current' | 'new';
}

export function ResetPasswordDialog(props: ResetPasswordDialogProps): ReactElement {
  const { client, session, onClose } = props;
  const rule = usePasswordRule(client);
  const userName = session.account?.user_name ?? '';
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [repeated, setRepeated] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setIsBusy] = useState(false);
  const currentRef = useRef<HTMLInputElement>(null);
  const nextRef = useRef<HTMLInputElement>(null);
  const problemId = useGeneratedHtmlId({ prefix: 'resetPassword' });
  // The error is shown once above the fields and announced with the field it refers to.
  const fieldProps = (field: Problem['field']) => ({
    isInvalid: problem?.field === field,
    describedByIds: problem?.field === field ? [problemId] : [],
  });
  const canReset = current !== '' && next !== '' && repeated === next;

  const submit = async () => {
    setIsBusy(true);
    setProblem(undefined);
    const failure = await resetPassword(props, userName, current, next);
    if (!failure) return;
    setIsBusy(false);
    setProblem(failure);
    if (failure.field === 'current') currentRef.current?.focus();
    if (failure.field === 'new') nextRef.current?.focus();
  };
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    setProblem(undefined);
    set(event.target.value);
  };

  return (
    <FormDialog
      title={t('security.resetPassword.title', 'Reset password for {user}', { user: userName })}
      error={problem?.message}
      errorId={problemId}
      submitLabel={t('security.resetPassword.reset', 'Reset')}
      testSubject="reset"
      isDisabled={!canReset}
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {/* Tells password managers whose password changes. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordRow
        {...fieldProps('current')}
        label={t('security.common.currentPassword', 'Current password')}
        helpText={t(
          'security.resetPassword.currentHelp',
          'Verify your account by entering your current password.'
        )}
        inputRef={currentRef}
        value={current}
        onChange={edit(setCurrent)}
        autoComplete="current-password"
        testSubject="current-password"
      />
      <PasswordRow
        {...fieldProps('new')}
        label={t('security.resetPassword.new', 'New password')}
        helpText={
          <PasswordHelp password={next} rule={rule} hasFieldError={problem?.field === 'new'} />
        }
        inputRef={nextRef}
        value={next}
        onChange={edit(setNext)}
        autoComplete="new-password"
        testSubject="new-password"
      />
      <PasswordRow
        isInvalid={repeated !== '' && repeated !== next}
        label={t('security.resetPassword.repeat', 'Re-enter new password')}
        helpText={t(
          'security.common.thePasswordMustBeIdentical',
          'The password must be identical to what you entered above.'
        )}
        value={repeated}
        onChange={edit(setRepeated)}
        autoComplete="new-password"
        testSubject="reenter-new-password"
      />
    </FormDialog>
  );
}

interface PasswordRowProps
  extends
    Pick<EuiFormRowProps, 'label' | 'helpText' | 'isInvalid' | 'describedByIds'>,
    Pick<EuiFieldPasswordProps, 'inputRef' | 'value' | 'onChange' | 'autoComplete'> {
  readonly testSubject: string;
}

const PasswordRow = (props: PasswordRowProps): ReactElement => {
  const { label, helpText, describedByIds, isInvalid, testSubject, ...field } = props;
  return (
    <EuiFormRow fullWidth {...{ label, helpText, describedByIds, isInvalid }}>
      <EuiFieldPassword
        fullWidth
        type="dual"
        {...field}
        isInvalid={isInvalid}
        data-test-subj={testSubject}
      />
    </EuiFormRow>
  );
};

/**
 * Verifies, updates and logs out; stops at the first failure.
 * @returns the error
 */
async function resetPassword(
  deps: ScreenDeps,
  userName: string,
  current: string,
  next: string
): Promise<Problem | undefined> {
  const { client } = deps;
  try {
    await client.login({ username: userName, password: current });
  } catch (error) {
    if (getErrorStatus(error) === undefined || (getErrorStatus(error) ?? 0) >= 500)
      return { message: errorText(error) };
    // The password is correct; a further step would be required, so no session was opened.
    if (getErrorCode(error) === PAGE_ERRORS.furtherStep.code)
      return changePassword(deps, userName, current, next);
    // The user name is known to be correct, so the password is wrong.
    const isWrong = getErrorCode(error) === PAGE_ERRORS.invalidCredentials.code;
    const message =
      (isWrong ? undefined : getServerMessage(error)) ??
      t('security.resetPassword.wrongCurrent', 'Invalid current password.');
    return { message, field: 'current' };
  }
  return changePassword(deps, userName, current, next);
}

/**
 * Updates and logs out; stops at the first failure.
 * @returns the error
 */
async function changePassword(
  deps: ScreenDeps,
  userName: string,
  current: string,
  next: string
): Promise<Problem | undefined> {
  const { client, core } = deps;
  try {
    await client.changePassword(next, current);
  } catch (error) {
    await restoreTenant(deps, userName);
    logFailure('The password could not be changed.', error);
    const message =
      getServerMessage(error) ?? t('security.resetPassword.failed', 'Failed to reset password.');
    return { message, ...(getErrorStatus(error) === 400 && { field: 'new' as const }) };
  }
  try {
    await logout({ ...deps, basePath: core.http.basePath }, 'password_changed');
  } catch (error) {
    // The password is changed, only the logout failed. A page load asks for the new password where
    // needed.
    logFailure('The session could not be ended.', error);
    deps.page.reload();
  }
  return undefined;
}

async function restoreTenant(
  { client, session, tenancy }: ScreenDeps,
  userName: string
): Promise<void> {
  const tenant = session.account?.user_requested_tenant;
  if (!tenancy.rules.isEnabled || typeof tenant !== 'string') return;
  await client.selectTenant({ tenant, username: userName }).catch((error: unknown) => {
    logFailure('The tenant could not be chosen again.', error);
  });
}
