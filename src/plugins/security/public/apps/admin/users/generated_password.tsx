/** Offers a password that nobody has to think of, to be handed over once. */
import { EuiButton, EuiButtonEmpty, EuiCallOut, EuiCode, EuiCopy, EuiSpacer } from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { t } from '@sd/core/public';
import { type FieldProps, type FieldValues, useField } from '@sd/ui_kit';

/**
 * Random passwords: 20 characters of 69, about 122 bits, with one of each kind that the default
 * rule asks for; longer where the engine's own rule wants more. Look-alike characters are left out.
 */
const KINDS = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#%+-=?@_~'];
const ALL = KINDS.join('');
const LENGTHS = [20, 32, 64] as const;
const MAX_ATTEMPTS = 100;

/** @param pattern - the engine's rule; one that no try matches is left to the engine's refusal */
export function generatePassword(pattern?: RegExp): string {
  for (const length of LENGTHS)
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const made = randomText(length);
      if (pattern?.test(made) !== false) return made;
    }
  return randomText(LENGTHS[0]);
}

function randomText(length: number): string {
  for (;;) {
    const made = Array.from({ length }, () => ALL[randomBelow(ALL.length)]).join('');
    // Every tenth lacks a kind; trying again keeps all that are left equally likely.
    if (KINDS.every((kind) => [...made].some((character) => kind.includes(character)))) return made;
  }
}

/** Equally likely: what does not divide evenly is drawn again. */
function randomBelow(count: number): number {
  const limit = 256 - (256 % count);
  const [drawn = limit] = crypto.getRandomValues(new Uint8Array(1));
  return drawn < limit ? drawn % count : randomBelow(count);
}

interface GeneratedPasswordProps<S extends FieldValues> extends FieldProps<S, string> {
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
  const isVisible = generated !== undefined && password.value === generated;
  return (
    <>
      <EuiSpacer size="s" />
      <EuiButton size="s" iconType="key" onClick={generate}>
        {t('security.userForm.generate', 'Generate password')}
      </EuiButton>
      {isVisible && (
        <div role="status" ref={bringIntoView}>
          <EuiSpacer size="s" />
          <EuiCallOut
            size="s"
            iconType="key"
            title={t(
              'security.userForm.generated',
              "Copy this password now. You can't see it again after saving."
            )}
          >
            <EuiCode>{generated}</EuiCode>{' '}
            <EuiCopy textToCopy={generated}>
              {(copy) => (
                <EuiButtonEmpty size="xs" iconType="copy" onClick={copy}>
                  {t('security.userForm.copyPassword', 'Copy password')}
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
