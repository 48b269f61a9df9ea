/** The current user's second factors, and what adds, renames and removes them. */
import { Actions } from '@sd/ui_kit';
import {
  EuiButton,
  EuiButtonEmpty,
  EuiButtonIcon,
  EuiFieldPassword,
  EuiFieldText,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import type { Factor } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { hasPasskeys } from '../../../services/passkeys';
import type { FactorChanges } from './use_own_factors';

export const factorsTitle = (): string =>
  t('security.common.twoFactorAuthentication', 'Two-factor authentication');

interface FactorListProps {
  readonly changes: FactorChanges;
}

export function FactorList({ changes }: FactorListProps): ReactElement {
  const { own, name, password, isBusy } = changes;
  const isLocked = isBusy || password === '';
  return (
    <>
      <EuiText size="s" color="subdued">
        <p>{t('security.factors.intro', 'Add a code or passkey to your password.')}</p>
      </EuiText>
      <EuiSpacer size="m" />
      {own && own.factors.length > 0 && (
        <>
          <ul aria-label={factorsTitle()}>
            {own.factors.map((factor) => (
              <FactorRow
                key={factor.id}
                factor={factor}
                isLocked={isLocked}
                onRename={name.trim() === '' ? undefined : () => changes.rename(factor.id)}
                onRemove={() => changes.remove(factor.id)}
              />
            ))}
          </ul>
          <EuiSpacer size="m" />
        </>
      )}
      <EuiFormRow
        fullWidth
        label={t('security.common.currentPassword', 'Current password')}
        helpText={t('security.factors.passwordHelp', 'Required for every change here.')}
      >
        <EuiFieldPassword
          fullWidth
          type="dual"
          value={password}
          onChange={({ target }) => changes.setPassword(target.value)}
          autoComplete="current-password"
        />
      </EuiFormRow>
      <EuiFormRow
        fullWidth
        label={t('security.factors.name', 'Name (optional)')}
        helpText={t('security.factors.nameHelp', 'For example "Phone".')}
      >
        <EuiFieldText
          fullWidth
          value={name}
          maxLength={64}
          onChange={({ target }) => changes.setName(target.value)}
        />
      </EuiFormRow>
      <EuiSpacer size="l" />
      <FactorActions changes={changes} isLocked={isLocked} />
    </>
  );
}

function FactorActions({
  changes: { own, add, renewCodes },
  isLocked,
}: FactorListProps & { readonly isLocked: boolean }): ReactElement {
  return (
    <Actions alignItems="center">
      <EuiButton size="s" isDisabled={isLocked} onClick={() => add('totp')}>
        {t('security.factors.addTotp', 'Add authenticator app')}
      </EuiButton>
      {own?.canUsePasskeys && hasPasskeys() && (
        <EuiButton size="s" isDisabled={isLocked} onClick={() => add('passkey')}>
          {t('security.factors.addPasskey', 'Add passkey')}
        </EuiButton>
      )}
      {own && own.factors.length > 0 && (
        <EuiButtonEmpty size="s" isDisabled={isLocked} onClick={renewCodes}>
          {t('security.factors.renewCodes', 'Create new recovery codes ({count} left)', {
            count: own.recoveryCodesLeft,
          })}
        </EuiButtonEmpty>
      )}
    </Actions>
  );
}

const FactorRow = ({
  factor: { name },
  isLocked,
  onRename,
  onRemove,
}: {
  readonly factor: Factor;
  readonly isLocked: boolean;
  /** If absent, the factor cannot be renamed. */
  readonly onRename: (() => void) | undefined;
  readonly onRemove: () => void;
}): ReactElement => (
  <li>
    <EuiFlexGroup gutterSize="s" alignItems="center" responsive={false}>
      <EuiFlexItem style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <EuiText size="s">{name}</EuiText>
      </EuiFlexItem>
      <EuiFlexItem grow={false}>
        <EuiButtonIcon
          iconType="pencil"
          isDisabled={isLocked || !onRename}
          onClick={onRename}
          aria-label={t('security.factors.rename', 'Rename {name}', { name })}
        />
      </EuiFlexItem>
      <EuiFlexItem grow={false}>
        <EuiButtonIcon
          iconType="trash"
          color="danger"
          isDisabled={isLocked}
          onClick={onRemove}
          aria-label={t('security.factors.remove', 'Remove {name}', { name })}
        />
      </EuiFlexItem>
    </EuiFlexGroup>
  </li>
);
