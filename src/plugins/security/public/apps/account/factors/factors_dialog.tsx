/** Second factors of the current user: add, rename and remove after the current password. */
import {
  EuiCallOut,
  EuiModalBody,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiSpacer,
} from '@elastic/eui';
import type { ReactElement } from 'react';
import type { ScreenDeps } from '../../../services/screen_deps';
import { type CloseGuard, OnceShownQuestion } from '../once_shown';
import { FactorList, factorsTitle } from './factor_list';
import { AuthenticatorCheck, RecoveryCodeList } from './factor_parts';
import { type FactorChanges, useOwnFactors } from './use_own_factors';

export function FactorsDialog({
  core,
  guard,
}: ScreenDeps & { readonly guard: CloseGuard }): ReactElement {
  const changes = useOwnFactors(core.http);
  const { problem } = changes;
  return (
    <>
      <EuiModalHeader>
        <EuiModalHeaderTitle>{factorsTitle()}</EuiModalHeaderTitle>
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
        <OnceShownQuestion guard={guard} isShown={changes.codes.length > 0} />
        <CurrentStep changes={changes} />
      </EuiModalBody>
    </>
  );
}

/** What comes first: an unconfirmed app, then codes that are shown once, then the list. */
function CurrentStep({ changes }: { readonly changes: FactorChanges }): ReactElement {
  const { enrollment, codes, isBusy, confirm, cancel, hideCodes } = changes;
  if (enrollment?.totp)
    return (
      <AuthenticatorCheck
        totp={enrollment.totp}
        isBusy={isBusy}
        onCode={confirm}
        onCancel={cancel}
      />
    );
  if (codes.length > 0) return <RecoveryCodeList codes={codes} onSaved={hideCodes} />;
  return <FactorList changes={changes} />;
}
