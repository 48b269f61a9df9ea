/** Parts of the second factor dialog. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiCodeBlock,
  EuiFieldText,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import type { FactorEnrollment } from '@sd/contracts';
import { t } from '@sd/core/public';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { QrCode } from '../../../components/qr_code';

export function AuthenticatorCheck({
  totp,
  isBusy,
  onCode,
  onCancel,
}: {
  readonly totp: NonNullable<FactorEnrollment['totp']>;
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
}): ReactElement {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // The previously focused element is gone.
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCode(code);
      }}
    >
      <EuiText size="s" color="subdued">
        <p>
          {t(
            'security.factors.scan',
            'Scan this code with your authenticator app, and enter what the app then shows.'
          )}
        </p>
      </EuiText>
      <EuiSpacer size="m" />
      <EuiFlexGroup justifyContent="center" responsive={false}>
        <EuiFlexItem grow={false}>
          <QrCode text={totp.uri} />
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <EuiText size="s">
        <p style={{ overflowWrap: 'anywhere' }}>
          {t('security.factors.secret', 'Or type this key into the app:')}{' '}
          <code>{totp.secret}</code>
        </p>
      </EuiText>
      <EuiSpacer size="m" />
      <EuiFormRow fullWidth label={t('security.factors.code', 'Code that the app shows')}>
        <EuiFieldText
          fullWidth
          inputRef={field}
          value={code}
          maxLength={10}
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={({ target }) => setCode(target.value)}
        />
      </EuiFormRow>
      <EuiSpacer size="l" />
      <EuiFlexGroup justifyContent="flexEnd" gutterSize="s" responsive={false}>
        <EuiButtonEmpty onClick={onCancel}>{t('security.factors.cancel', 'Cancel')}</EuiButtonEmpty>
        <EuiButton type="submit" fill isLoading={isBusy} isDisabled={code === ''}>
          {t('security.factors.confirm', 'Confirm')}
        </EuiButton>
      </EuiFlexGroup>
    </form>
  );
}

export const RecoveryCodeList = ({
  codes,
  onSaved,
}: {
  readonly codes: readonly string[];
  readonly onSaved: () => void;
}): ReactElement => (
  <>
    <EuiCallOut
      color="success"
      iconType="check"
      title={t(
        'security.factors.codes',
        'Keep these recovery codes. They are shown only now; each is good once.'
      )}
    >
      <EuiCodeBlock isCopyable fontSize="m" paddingSize="s">
        {codes.join('\n')}
      </EuiCodeBlock>
    </EuiCallOut>
    <EuiSpacer size="l" />
    <EuiFlexGroup justifyContent="flexEnd" responsive={false}>
      <EuiButton fill autoFocus onClick={onSaved}>
        {t('security.factors.kept', 'I have kept them')}
      </EuiButton>
    </EuiFlexGroup>
  </>
);
