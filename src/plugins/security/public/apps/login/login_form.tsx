/** The form of the login page: what was typed stays, what went wrong is said and announced. */
import { EuiButton, EuiFieldText, EuiFormRow, EuiSpacer, EuiText } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import type { LoginRequest } from '../../../common';
import { describeLoginFailure } from './login_failure';
import { PasswordToggle } from './password_toggle';

export interface LoginFormProps {
  /** @throws the http service's fetch error */
  readonly login: (credentials: LoginRequest) => Promise<unknown>;
  readonly onSignedIn: () => void;
  readonly buttonClassName: string;
}

export function LoginForm({ login, onSignedIn, buttonClassName }: LoginFormProps): ReactElement {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [isPasswordShown, setIsPasswordShown] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const nameRef = useRef<HTMLInputElement>(null);
  const passwordRef = useRef<HTMLInputElement>(null);
  useEffect(() => nameRef.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setWasTried(true);
    setFailure(undefined);
    if (username === '' || password === '') {
      (username === '' ? nameRef : passwordRef).current?.focus();
      return;
    }
    setIsBusy(true);
    try {
      await login({ username, password });
      // Still busy: the next page is on its way.
      onSignedIn();
    } catch (error) {
      const { text, isCredentials } = describeLoginFailure(error);
      setFailure(text);
      setIsBusy(false);
      if (isCredentials) passwordRef.current?.select();
      passwordRef.current?.focus();
    }
  };

  const isNameMissing = wasTried && username === '';
  const isPasswordMissing = wasTried && password === '';
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <div role="alert">
        {failure !== undefined && (
          <>
            <EuiText
              id="error"
              size="s"
              color="danger"
              textAlign="center"
              data-test-subj="login-error"
            >
              <strong>{failure}</strong>
            </EuiText>
            <EuiSpacer size="m" />
          </>
        )}
      </div>
      <EuiFormRow
        fullWidth
        label={i18n.translate('security.login.username', { defaultMessage: 'Username' })}
        isInvalid={isNameMissing}
        error={
          isNameMissing
            ? i18n.translate('security.login.usernameMissing', {
                defaultMessage: 'Enter your username.',
              })
            : undefined
        }
      >
        <EuiFieldText
          fullWidth
          name="username"
          inputRef={nameRef}
          value={username}
          onChange={(event) => setUsername(event.target.value)}
          isInvalid={isNameMissing}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          data-test-subj="user-name"
        />
      </EuiFormRow>
      <EuiFormRow
        fullWidth
        label={i18n.translate('security.login.password', { defaultMessage: 'Password' })}
        isInvalid={isPasswordMissing}
        error={
          isPasswordMissing
            ? i18n.translate('security.login.passwordMissing', {
                defaultMessage: 'Enter your password.',
              })
            : undefined
        }
      >
        <EuiFieldText
          fullWidth
          name="password"
          type={isPasswordShown ? 'text' : 'password'}
          inputRef={passwordRef}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          isInvalid={isPasswordMissing}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={1024}
          append={<PasswordToggle isShown={isPasswordShown} onChange={setIsPasswordShown} />}
          data-test-subj="password"
        />
      </EuiFormRow>
      <EuiSpacer size="l" />
      <EuiButton
        fill
        fullWidth
        type="submit"
        isLoading={isBusy}
        className={buttonClassName}
        data-test-subj="submit"
      >
        <FormattedMessage id="security.login.submit" defaultMessage="Log In" />
      </EuiButton>
    </form>
  );
}
