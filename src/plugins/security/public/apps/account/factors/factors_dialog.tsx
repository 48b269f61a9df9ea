/** Second factors of the current user: add, rename and remove after the current password. */
import { Actions } from '@sd/ui_kit';
import {
  EuiButton,
  EuiButtonEmpty,
  EuiButtonIcon,
  EuiCallOut,
  EuiFieldPassword,
  EuiFieldText,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiModalBody,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import type { Factor, FactorEnrollment, FactorKind, OwnFactors } from '@sd/contracts';
import { errorText, statusOf, t } from '@sd/core/public';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { factorsClient } from '../../../services/factors_client';
import { createPasskey, hasPasskeys, passkeyFailure } from '../../../services/passkeys';
import type { ScreenDeps } from '../../../services/screen_deps';
import { AuthenticatorCheck, RecoveryCodeList } from './factor_parts';

export function FactorsDialog({ core }: ScreenDeps): ReactElement {
  const client = useMemo(() => factorsClient(core.http), [core.http]);
  const [own, setOwn] = useState<OwnFactors>();
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [begun, setBegun] = useState<FactorEnrollment>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(true);

  /** Runs one action at a time and shows its error above the content. */
  const run = async (work: () => Promise<void>) => {
    setIsBusy(true);
    setProblem(undefined);
    await work().catch((error: unknown) =>
      // Not a server error: the browser or the user canceled.
      setProblem(isOfServer(error) ? errorText(error) : passkeyFailure())
    );
    setIsBusy(false);
  };
  const read = async () => setOwn(await client.own());
  useEffect(() => {
    client
      .own()
      .then(setOwn, (error: unknown) => setProblem(errorText(error)))
      .finally(() => setIsBusy(false));
  }, [client]);

  const confirm = async (
    proof: { readonly code?: string; readonly passkey?: string },
    id: string
  ) => {
    const factorName = name.trim() || defaultName(proof.passkey === undefined ? 'totp' : 'passkey');
    const added = await client
      .confirm({ id, name: factorName, ...proof })
      .catch((error: unknown) => {
        // An enrollment can be confirmed only once.
        if (statusOf(error) !== undefined) setBegun(undefined);
        throw error;
      });
    setBegun(undefined);
    setName('');
    setCodes(added.recoveryCodes);
    await read();
  };
  const add = (kind: FactorKind) =>
    run(async () => {
      const offer = await client.begin(kind, password);
      if (!offer.passkey) return setBegun(offer);
      await confirm({ passkey: await createPasskey(offer.passkey) }, offer.id);
    });
  const change = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work();
      await read();
    });
  const isLocked = isBusy || password === '';

  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle>{titleText()}</EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <div role="alert">
          {problem !== undefined && (
            <>
              <EuiCallOut title={problem} color="danger" iconType="warning" size="s" />
              <EuiSpacer size="m" />
            </>
          )}
        </div>
        {begun?.totp ? (
          <AuthenticatorCheck
            totp={begun.totp}
            isBusy={isBusy}
            onCode={(code) => void run(() => confirm({ code }, begun.id))}
            onCancel={() => {
              setBegun(undefined);
              setProblem(undefined);
            }}
          />
        ) : codes.length > 0 ? (
          <RecoveryCodeList codes={codes} onSaved={() => setCodes([])} />
        ) : (
          <>
            <EuiText size="s" color="subdued">
              <p>{t('security.factors.intro', 'Add a code or passkey to your password.')}</p>
            </EuiText>
            <EuiSpacer size="m" />
            {own && own.factors.length > 0 && (
              <>
                <ul aria-label={titleText()}>
                  {own.factors.map((factor) => (
                    <FactorRow
                      key={factor.id}
                      factor={factor}
                      isLocked={isLocked}
                      onRename={
                        name.trim() === ''
                          ? undefined
                          : () => change(() => client.rename(factor.id, name.trim(), password))
                      }
                      onRemove={() => change(() => client.remove(factor.id, password))}
                    />
                  ))}
                </ul>
                <EuiSpacer size="m" />
              </>
            )}
            <EuiFormRow
              fullWidth
              label={t('security.factors.password', 'Current password')}
              helpText={t('security.factors.passwordHelp', 'Required for every change here.')}
            >
              <EuiFieldPassword
                fullWidth
                type="dual"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
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
                onChange={({ target }) => setName(target.value)}
              />
            </EuiFormRow>
            <EuiSpacer size="l" />
            <Actions alignItems="center">
              <EuiButton size="s" isDisabled={isLocked} onClick={() => void add('totp')}>
                {t('security.factors.addTotp', 'Add authenticator app')}
              </EuiButton>
              {own?.canUsePasskeys && hasPasskeys() && (
                <EuiButton size="s" isDisabled={isLocked} onClick={() => void add('passkey')}>
                  {t('security.factors.addPasskey', 'Add passkey')}
                </EuiButton>
              )}
              {own && own.factors.length > 0 && (
                <EuiButtonEmpty
                  size="s"
                  isDisabled={isLocked}
                  onClick={() =>
                    change(async () =>
                      setCodes((await client.renewRecoveryCodes(password)).recoveryCodes)
                    )
                  }
                >
                  {t('security.factors.renewCodes', 'Create new recovery codes ({count} left)', {
                    count: own.recoveryCodesLeft,
                  })}
                </EuiButtonEmpty>
              )}
            </Actions>
          </>
        )}
      </EuiModalBody>
    </>
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

const titleText = (): string => t('security.factors.title', 'Two-factor authentication');

const isOfServer = (error: unknown): boolean =>
  statusOf(error) !== undefined || (error as { readonly request?: unknown }).request !== undefined;

const defaultName = (kind: FactorKind): string =>
  kind === 'totp'
    ? t('security.factors.totpName', 'Authenticator app')
    : t('security.factors.passkeyName', 'Passkey');
