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
            'Scan this code with your authenticator app, then enter the code the app shows.'
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
          {t('security.factors.secret', "Can't scan it? Enter this key in the app:")}{' '}
          <code>{totp.secret}</code>
        </p>
      </EuiText>
      <EuiSpacer size="m" />
      <EuiFormRow fullWidth label={t('security.factors.code', 'Code from the app')}>
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
        <EuiButtonEmpty onClick={onCancel}>{t('security.common.cancel', 'Cancel')}</EuiButtonEmpty>
        <EuiButton type="submit" fill isLoading={isBusy} isDisabled={code === ''}>
          {t('security.common.confirm', 'Confirm')}
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
        "Save your recovery codes. You won't see them again. Each works once."
      )}
    >
      <EuiCodeBlock isCopyable fontSize="m" paddingSize="s">
        {codes.join('\n')}
      </EuiCodeBlock>
    </EuiCallOut>
    <EuiSpacer size="l" />
    <EuiFlexGroup justifyContent="flexEnd" responsive={false}>
      <EuiButton fill autoFocus onClick={onSaved}>
        {t('security.factors.kept', "I've saved them")}
      </EuiButton>
    </EuiFlexGroup>
  </>
);
