/** Second factors of the current user: add, rename and remove after the current password. */
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
import { errorText, FormattedMessage, i18n, statusOf } from '@sd/core/public';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { FactorsClient } from '../../../services/factors_client';
import { createPasskey, hasPasskeys, passkeyFailure } from '../../../services/passkeys';
import type { ScreenDeps } from '../../../services/screen_deps';
import { AuthenticatorCheck, RecoveryCodeList } from './factor_parts';

export function FactorsDialog({ core }: ScreenDeps): ReactElement {
  const client = useMemo(() => new FactorsClient(core.http), [core.http]);
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
              <p>
                <FormattedMessage
                  id="security.factors.intro"
                  defaultMessage="Besides your password, logging in then asks for a code of your authenticator app or for a passkey."
                />
              </p>
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
              label={i18n.translate('security.factors.password', {
                defaultMessage: 'Current password',
              })}
              helpText={i18n.translate('security.factors.passwordHelp', {
                defaultMessage: 'Enter it before you change anything here.',
              })}
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
              label={i18n.translate('security.factors.name', { defaultMessage: 'Name' })}
              helpText={i18n.translate('security.factors.nameHelp', {
                defaultMessage: 'Of the factor that you add or rename, such as "Phone".',
              })}
            >
              <EuiFieldText
                fullWidth
                value={name}
                maxLength={64}
                onChange={({ target }) => setName(target.value)}
              />
            </EuiFormRow>
            <EuiSpacer size="l" />
            <EuiFlexGroup gutterSize="s" wrap responsive={false} alignItems="center">
              <EuiFlexItem grow={false}>
                <EuiButton size="s" isDisabled={isLocked} onClick={() => void add('totp')}>
                  <FormattedMessage
                    id="security.factors.addTotp"
                    defaultMessage="Add authenticator app"
                  />
                </EuiButton>
              </EuiFlexItem>
              {own?.canUsePasskeys && hasPasskeys() && (
                <EuiFlexItem grow={false}>
                  <EuiButton size="s" isDisabled={isLocked} onClick={() => void add('passkey')}>
                    <FormattedMessage
                      id="security.factors.addPasskey"
                      defaultMessage="Add passkey"
                    />
                  </EuiButton>
                </EuiFlexItem>
              )}
              {own && own.factors.length > 0 && (
                <EuiFlexItem grow={false}>
                  <EuiButtonEmpty
                    size="s"
                    isDisabled={isLocked}
                    onClick={() =>
                      change(async () =>
                        setCodes((await client.renewRecoveryCodes(password)).recoveryCodes)
                      )
                    }
                  >
                    <FormattedMessage
                      id="security.factors.renewCodes"
                      defaultMessage="Make new recovery codes ({count} left)"
                      values={{ count: own.recoveryCodesLeft }}
                    />
                  </EuiButtonEmpty>
                </EuiFlexItem>
              )}
            </EuiFlexGroup>
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
          aria-label={i18n.translate('security.factors.rename', {
            defaultMessage: 'Rename {name}',
            values: { name },
          })}
        />
      </EuiFlexItem>
      <EuiFlexItem grow={false}>
        <EuiButtonIcon
          iconType="trash"
          color="danger"
          isDisabled={isLocked}
          onClick={onRemove}
          aria-label={i18n.translate('security.factors.remove', {
            defaultMessage: 'Remove {name}',
            values: { name },
          })}
        />
      </EuiFlexItem>
    </EuiFlexGroup>
  </li>
);

const titleText = (): string =>
  i18n.translate('security.factors.title', { defaultMessage: 'Second factors' });

const isOfServer = (error: unknown): boolean =>
  statusOf(error) !== undefined || (error as { readonly request?: unknown }).request !== undefined;

const defaultName = (kind: FactorKind): string =>
  kind === 'totp'
    ? i18n.translate('security.factors.totpName', { defaultMessage: 'Authenticator app' })
    : i18n.translate('security.factors.passkeyName', { defaultMessage: 'Passkey' });
