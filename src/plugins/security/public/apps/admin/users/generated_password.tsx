/** Offers a password that nobody has to think of, to be handed over once. */
import { EuiButton, EuiButtonEmpty, EuiCallOut, EuiCode, EuiCopy, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type FieldProps, type FieldValues, useField } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { generatePassword } from './generate_password';

export interface GeneratedPasswordProps<S extends FieldValues> extends FieldProps<S, string> {
  readonly repeatedName: FieldProps<S, string>['name'];
  /** The engine's rule, where the browser can read it. */
  readonly pattern: RegExp | undefined;
  /** A password was made. */
  readonly onGenerate?: () => void;
}

/** Below the edge of the window, or behind the bar with the buttons, nobody would hand it over. */
const bringIntoView = (node: HTMLElement | null): void =>
  // Not known to every environment of tests.
  node?.scrollIntoView?.({ block: 'nearest' });

export function GeneratedPassword<S extends FieldValues>({
  control,
  name,
  repeatedName,
  pattern,
  onGenerate,
}: GeneratedPasswordProps<S>): ReactElement {
  const password = useField<S, string>({ control, name });
  const repeated = useField<S, string>({ control, name: repeatedName });
  const [generated, setGenerated] = useState<string>();
  const generate = () => {
    const made = generatePassword(pattern);
    setGenerated(made);
    password.onChange(made);
    repeated.onChange(made);
    onGenerate?.();
  };
  // Whoever types another one has no use for this one any more.
  const isShown = generated !== undefined && password.value === generated;
  return (
    <>
      <EuiSpacer size="s" />
      <EuiButton size="s" iconType="key" onClick={generate}>
        <FormattedMessage id="security.userForm.generate" defaultMessage="Generate a password" />
      </EuiButton>
      {isShown && (
        <div role="status" ref={bringIntoView}>
          <EuiSpacer size="s" />
          <EuiCallOut
            size="s"
            iconType="key"
            title={i18n.translate('security.userForm.generated', {
              defaultMessage: 'Hand it over now: it cannot be shown again once the user is saved.',
            })}
          >
            <EuiCode>{generated}</EuiCode>{' '}
            <EuiCopy textToCopy={generated}>
              {(copy) => (
                <EuiButtonEmpty size="xs" iconType="copy" onClick={copy}>
                  <FormattedMessage
                    id="security.userForm.copyPassword"
                    defaultMessage="Copy password"
                  />
                </EuiButtonEmpty>
              )}
            </EuiCopy>
          </EuiCallOut>
        </div>
      )}
      <EuiSpacer size="m" />
    </>
  );
}
