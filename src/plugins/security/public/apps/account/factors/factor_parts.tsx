/** Parts of the dialog of second factors. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiCallOut,
  EuiCodeBlock,
  EuiFieldText,
  EuiFormRow,
  EuiText,
} from '@elastic/eui';
import type { FactorBegun } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import { QrCode } from '../../../components/factors/qr_code';

export function AuthenticatorProof({
  totp,
  isBusy,
  onCode,
  onCancel,
}: {
  readonly totp: NonNullable<FactorBegun['totp']>;
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
}): ReactElement {
  const [code, setCode] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onCode(code);
      }}
    >
      <QrCode text={totp.uri} />
      <EuiText size="s">
        <p style={{ overflowWrap: 'anywhere' }}>
          <FormattedMessage
            id="security.factors.secret"
            defaultMessage="Or type this key into the app:"
          />{' '}
          <code>{totp.secret}</code>
        </p>
      </EuiText>
      <EuiFormRow
        label={i18n.translate('security.factors.code', {
          defaultMessage: 'Code that the app shows',
        })}
      >
        <EuiFieldText
          value={code}
          maxLength={10}
          inputMode="numeric"
          autoComplete="one-time-code"
          onChange={({ target }) => setCode(target.value)}
        />
      </EuiFormRow>
      <EuiButton type="submit" size="s" fill isLoading={isBusy} isDisabled={code === ''}>
        <FormattedMessage id="security.factors.confirm" defaultMessage="Confirm" />
      </EuiButton>
      <EuiButtonEmpty size="s" onClick={onCancel}>
        <FormattedMessage id="security.factors.cancel" defaultMessage="Cancel" />
      </EuiButtonEmpty>
    </form>
  );
}

export const RecoveryCodeList = ({
  codes,
}: {
  readonly codes: readonly string[];
}): ReactElement => (
  <EuiCallOut
    color="success"
    iconType="check"
    title={i18n.translate('security.factors.codes', {
      defaultMessage: 'Keep these recovery codes. They are shown only now; each is good once.',
    })}
  >
    <EuiCodeBlock isCopyable fontSize="m" paddingSize="s">
      {codes.join('\n')}
    </EuiCodeBlock>
  </EuiCallOut>
);
