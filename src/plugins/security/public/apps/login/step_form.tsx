/**
 * Form of a login step after the password, such as a one-time code. Each step can be sent once, so
 * an error leads back to the password unless the server repeats the step.
 */
import { type FormEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { getErrorStatus, t } from '@sd/core/public';
import type { NextLoginStep } from '@sd/contracts';
import { LightButton } from '../../components/chromeless/light_button';
import { LightField } from '../../components/chromeless/light_field';
import { useLightStyles } from '../../components/chromeless/light_styles';
import { requestPasskey, createPasskey, passkeyFailure } from '../../services/passkeys';
import type { SecurityClient } from '../../services/security_client';
import { findNextStep } from './next_step';
import { describeLoginFailure } from './login_failure';
import { listFields, isForPasskey, PasskeyButton, REPEATED, StepChallenge } from './step_challenge';

/**
 * Translates the reason for a rejected new password. The step contains the engine's text
 * (docs/reference/engine.md), by which it is recognized; custom texts of the operator stay
 * unchanged.
 */
function passwordErrorText(problem: string): string {
  switch (problem) {
    case 'Weak password':
      return t('security.login.refused.weak', 'Weak password');
    case 'Password is similar to user name':
      return t('security.login.refused.similar', 'Password is similar to user name');
    case 'Password is too short':
      return t('security.login.refused.short', 'Password is too short');
    case 'Password is too long':
      return t('security.login.refused.long', 'Password is too long');
    case 'Password does not match minimum criteria':
      return t('security.login.refused.criteria', 'Password does not match minimum criteria');
    case 'The new password must differ from the present one':
      return t('security.login.refused.same', 'The new password must differ from the current one');
    case 'The password was changed meanwhile':
      return t('security.login.refused.changed', 'The password was changed in the meantime');
    default:
      return problem.startsWith('Password should be at least 8 characters long and contain')
        ? t(
            'security.login.refused.rule',
            'Password should be at least 8 characters long and contain at least one uppercase letter, one lowercase letter, one digit, and one special character.'
          )
        : problem;
  }
}

const MAX_LENGTH = 1024;

export interface StepFormProps {
  readonly first: NextLoginStep;
  readonly completeStep: SecurityClient['completeStep'];
  readonly onLoggedIn: () => void;
  /** @param failure - why the login starts again; absent if the user chose to */
  readonly onBack: (failure?: string) => void;
  readonly buttonClassName: string;
}

type Texts = Readonly<Record<string, string>>;

interface StepState {
  readonly step: NextLoginStep;
  readonly values: Texts;
  /** By field. */
  readonly problems: Texts;
  /** Why the step could not be sent. */
  readonly failure: string | undefined;
  readonly isBusy: boolean;
  readonly setValue: (name: string, value: string) => void;
  /** Sends the values, unless a field has a problem: then returns the first such field. */
  readonly submit: () => string | undefined;
  readonly submitPasskey: () => Promise<void>;
}

/** Completes one step after the other until the user is logged in. */
function useSteps({ first, completeStep, onLoggedIn, onBack }: StepFormProps): StepState {
  const [step, setStep] = useState(first);
  const [values, setValues] = useState<Texts>({});
  const [problems, setProblems] = useState<Texts>({});
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const showNext = (next: NextLoginStep) => {
    const isAgain = next.question?.isWrong ?? next.question === undefined;
    const repeated = isAgain ? next.fields.filter((name) => step.fields.includes(name)) : [];
    const problem = next.question?.problem;
    const text = problem === undefined ? againText() : passwordErrorText(problem);
    setProblems(Object.fromEntries(repeated.map((name) => [name, text])));
    setValues({});
    setStep(next);
  };
  /** Never rejects. */
  const send = async (fields: Texts) => {
    setIsBusy(true);
    try {
      await completeStep({ id: step.id, fields });
      // Stays busy while the next page loads.
      onLoggedIn();
    } catch (error) {
      setIsBusy(false);
      const next = findNextStep(error);
      if (next) showNext(next);
      // The server did not respond, so the step may still be pending.
      else if (getErrorStatus(error) === undefined) setFailure(describeLoginFailure(error).text);
      else onBack(backText(error));
    }
  };
  return {
    step,
    values,
    problems,
    failure,
    isBusy,
    setValue: (name, value) => setValues((all) => ({ ...all, [name]: value })),
    submit: () => {
      const fieldNames = listFields(step);
      const wrong = fieldProblems(fieldNames, values);
      setProblems(wrong);
      setFailure(undefined);
      const firstWrong = fieldNames.find((name) => wrong[name] !== undefined);
      if (firstWrong === undefined)
        void send(Object.fromEntries(step.fields.map((name) => [name, values[name] ?? ''])));
      return firstWrong;
    },
    submitPasskey: async () => {
      setFailure(undefined);
      setIsBusy(true);
      const { kind, passkey: options = {} } = step.question ?? {};
      try {
        const create = kind === 'enrol' ? createPasskey : requestPasskey;
        await send({ passkey: await create(options) });
      } catch {
        setFailure(passkeyFailure());
        setIsBusy(false);
      }
    },
  };
}

export function StepForm(props: StepFormProps): ReactElement {
  const { step, values, problems, failure, isBusy, ...steps } = useSteps(props);
  const form = useRef<HTMLFormElement>(null);
  const styles = useLightStyles();
  const { question: challenge } = step;
  const fieldNames = listFields(step);
  useEffect(() => form.current?.querySelector('input')?.focus(), [step]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const wrong = steps.submit();
    if (wrong !== undefined)
      form.current?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(wrong)}"]`)?.focus();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <StepChallenge challenge={challenge} />
      <div role="alert">
        {failure !== undefined && (
          <p className={styles.danger} style={{ marginBlock: '0 16px' }}>
            {failure}
          </p>
        )}
      </div>
      {fieldNames.map((name) => (
        <LightField
          key={name}
          label={fieldLabel(name)}
          problem={problems[name]}
          name={name}
          value={values[name] ?? ''}
          onChange={({ target }) => steps.setValue(name, target.value)}
          {...inputKind(name)}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_LENGTH}
        />
      ))}
      {(fieldNames.length > 0 || !isForPasskey(challenge)) && (
        <div style={{ marginBlockStart: 24 }}>
          <LightButton type="submit" isBusy={isBusy} className={props.buttonClassName}>
            {t('security.login.round.submit', 'Continue')}
          </LightButton>
        </div>
      )}
      {isForPasskey(challenge) && (
        <PasskeyButton
          isBusy={isBusy}
          onClick={() => void steps.submitPasskey()}
          isNew={challenge?.kind === 'enrol'}
        />
      )}
      {/* Recovery codes are shown only once, so there is no back button. */}
      {challenge?.kind !== 'recovery_codes' && (
        <div style={{ display: 'flex', justifyContent: 'center', marginBlockStart: 16 }}>
          <button
            type="button"
            className={styles.toggle}
            disabled={isBusy}
            onClick={() => props.onBack()}
          >
            {t('security.login.round.back', 'Back')}
          </button>
        </div>
      )}
    </form>
  );
}

/** Field names that login methods use for one-time codes. */
const isCode = (name: string): boolean => /^(?:.*_)?(?:code|otp|totp|passcode|token)$/i.test(name);
const isSecret = (name: string): boolean => /password|secret|pin$/i.test(name);

function inputKind(name: string): { readonly type: string; readonly autoComplete: string } {
  if (isCode(name)) return { type: 'text', autoComplete: 'one-time-code' };
  if (name === 'password' || name === REPEATED)
    return { type: 'password', autoComplete: 'new-password' };
  return { type: isSecret(name) ? 'password' : 'text', autoComplete: 'off' };
}

/** Unknown fields use their name as label. */
function fieldLabel(name: string): string {
  if (isCode(name)) return t('security.login.round.code', 'One-time code');
  if (name === 'password') return t('security.login.round.password', 'New password');
  return name === REPEATED ? t('security.login.round.repeated', 'Re-enter new password') : name;
}

/** Checks for missing values and a mismatched repeated password. */
function fieldProblems(
  fieldNames: readonly string[],
  values: Readonly<Record<string, string>>
): Readonly<Record<string, string>> {
  const empty = fieldNames.filter((name) => !values[name]);
  const missing = Object.fromEntries(empty.map((name) => [name, missingText(name)]));
  const isDifferent =
    fieldNames.includes(REPEATED) && empty.length === 0 && values[REPEATED] !== values['password'];
  return isDifferent ? { [REPEATED]: differentText() } : missing;
}

const differentText = (): string =>
  t('security.login.round.different', "The passwords don't match.");

const missingText = (name: string): string =>
  isCode(name)
    ? t('security.login.round.codeMissing', 'Enter the code.')
    : t('security.login.round.missing', 'Fill in this field.');

const againText = (): string =>
  t('security.login.round.again', 'Not accepted. Try again with a new code.');

function backText(error: unknown): string {
  const { text, isWrongCredentials } = describeLoginFailure(error);
  if (!isWrongCredentials) return text;
  return t('security.login.round.refused', 'Not accepted, or too late. Log in again.');
}
