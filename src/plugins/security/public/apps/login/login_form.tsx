/** Login form. Keeps the input after a failure and announces errors. */
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { NextLoginStep } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useLightStyles } from '../../components/chromeless/light_styles';
import { LightButton } from '../../components/chromeless/light_button';
import { LightField } from '../../components/chromeless/light_field';
import type { SecurityClient } from '../../services/security_client';
import { findNextStep } from './next_step';
import { describeLoginFailure, type LoginFailure } from './login_failure';
import type { StepFormProps } from './step_form';

/**
 * Shows or hides the password. The icon is inlined, because the design system's icons are a
 * separate chunk.
 */
interface PasswordToggleProps {
  readonly isVisible: boolean;
  readonly onChange: (isVisible: boolean) => void;
}

function PasswordToggle({ isVisible, onChange }: PasswordToggleProps): ReactElement {
  const { toggle } = useLightStyles();
  const label = isVisible
    ? t('security.login.hidePassword', 'Hide password')
    : t('security.login.showPassword', 'Show password');
  return (
    <button
      type="button"
      className={toggle}
      aria-label={label}
      title={label}
      onClick={() => onChange(!isVisible)}
      data-test-subj="toggle-password"
    >
      <svg
        width="16"
        height="16"
        viewBox="0 0 16 16"
        aria-hidden="true"
        focusable="false"
        fill="none"
        stroke="currentColor"
      >
        <path d="M1 8c1.6-3 4.1-4.5 7-4.5S13.4 5 15 8c-1.6 3-4.1 4.5-7 4.5S2.6 11 1 8z" />
        <circle cx="8" cy="8" r="2.2" />
        {isVisible && <path d="m2.5 2.5 11 11" />}
      </svg>
    </button>
  );
}

interface LoginFormProps {
  readonly client: Pick<SecurityClient, 'login' | 'completeStep' | 'beginPasskey'>;
  /** Passkey login without a password is enabled (`auth.passkey_login.enabled`). */
  readonly isPasskeyOffered: boolean;
  readonly onLoggedIn: () => void;
  readonly buttonClassName: string;
}

/** Login step after the password, with its lazily loaded form. */
interface PendingStep extends Pick<StepFormProps, 'first'> {
  readonly Form: (props: StepFormProps) => ReactElement;
}

/** Logs in, as far as to a step after the password; keeps why that failed. */
function useLogin(onLoggedIn: () => void) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [pendingStep, setPendingStep] = useState<PendingStep>();
  /**
   * Never rejects.
   * @param begin - returns the next step; `undefined` if there is none
   */
  const run = async (
    begin: () => Promise<NextLoginStep | undefined>
  ): Promise<LoginFailure | undefined> => {
    setFailure(undefined);
    setIsBusy(true);
    try {
      const first = await begin();
      if (!first) {
        // Stays busy while the next page loads.
        onLoggedIn();
        return undefined;
      }
      const { StepForm } = await import('./step_form');
      setPendingStep({ first, Form: StepForm });
      setIsBusy(false);
      return undefined;
    } catch (error) {
      const failed = describeLoginFailure(error);
      setFailure(failed.text);
      setIsBusy(false);
      return failed;
    }
  };
  return { failure, setFailure, isBusy, pendingStep, setPendingStep, run };
}

/** Moves the focus to the name at first, and to the password after a step that led back. */
function useFieldFocus(hasPendingStep: boolean) {
  const nameRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  useEffect(() => nameRef.current?.focus(), []);
  const hadPendingStep = useRef(false);
  useEffect(() => {
    if (hadPendingStep.current && !hasPendingStep) passwordRef.current?.focus();
    hadPendingStep.current = hasPendingStep;
  }, [hasPendingStep]);
  return { nameRef, passwordRef };
}

export function LoginForm({
  client,
  isPasskeyOffered,
  onLoggedIn,
  buttonClassName,
}: LoginFormProps): ReactElement {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isPasswordVisible, setIsPasswordVisible] = useState(false);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { failure, setFailure, isBusy, pendingStep, setPendingStep, run } = useLogin(onLoggedIn);
  const { nameRef, passwordRef } = useFieldFocus(pendingStep !== undefined);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsSubmitted(true);
    setFailure(undefined);
    if (username === '' || password === '') {
      (username === '' ? nameRef : passwordRef).current?.focus();
      return;
    }
    const failed = await run(() => logIn(client, { username, password }));
    if (failed?.isWrongCredentials) passwordRef.current?.select();
    if (failed) passwordRef.current?.focus();
  };

  const styles = useLightStyles();
  if (pendingStep)
    return (
      <pendingStep.Form
        first={pendingStep.first}
        completeStep={(given) => client.completeStep(given)}
        onLoggedIn={onLoggedIn}
        onBack={(text) => {
          setFailure(text);
          setPassword('');
          setIsSubmitted(false);
          setPendingStep(undefined);
        }}
        buttonClassName={buttonClassName}
      />
    );
  const isNameMissing = isSubmitted && username === '';
  const isPasswordMissing = isSubmitted && password === '';
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div role="alert">
        {failure !== undefined && (
          <p
            id="error"
            className={styles.danger}
            style={{ marginBlock: '0 16px' }}
            data-test-subj="login-error"
          >
            {failure}
          </p>
        )}
      </div>
      <LightField
        label={t('security.login.username', 'Username')}
        problem={
          isNameMissing ? t('security.login.usernameMissing', 'Enter your username.') : undefined
        }
        name="username"
        inputRef={nameRef}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        data-test-subj="user-name"
      />
      <LightField
        label={t('security.login.password', 'Password')}
        problem={
          isPasswordMissing
            ? t('security.login.passwordMissing', 'Enter your password.')
            : undefined
        }
        name="password"
        type={isPasswordVisible ? 'text' : 'password'}
        inputRef={passwordRef}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={1024}
        append={<PasswordToggle isVisible={isPasswordVisible} onChange={setIsPasswordVisible} />}
        data-test-subj="password"
      />
      <div style={{ marginBlockStart: 24 }}>
        <LightButton
          type="submit"
          isBusy={isBusy}
          className={buttonClassName}
          data-test-subj="submit"
        >
          {t('security.login.submit', 'Log In')}
        </LightButton>
      </div>
      {isPasskeyOffered && (
        <div style={{ marginBlockStart: 12 }}>
          <LightButton
            type="button"
            isBusy={isBusy}
            onClick={() => void run(async () => (await client.beginPasskey()).round)}
          >
            {t('security.login.passkey', 'Log in with a passkey')}
          </LightButton>
        </div>
      )}
    </form>
  );
}

/** Returns the step that is to follow the password; `undefined` after a login without one. */
const logIn = (
  client: LoginFormProps['client'],
  credentials: Parameters<SecurityClient['login']>[0]
): Promise<NextLoginStep | undefined> =>
  client.login(credentials).then(
    () => undefined,
    (error: unknown) => {
      const step = findNextStep(error);
      if (!step) throw error;
      return step;
    }
  );
