/** Says what of the cluster an answer about access leaves out. */
import { EuiCallOut, EuiSpacer } from '@elastic/eui';
import type { NotConsidered as Codes } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';

export function NotConsidered({
  codes = [],
}: {
  readonly codes?: Codes | undefined;
}): ReactElement | null {
  if (codes.length === 0) return null;
  return (
    <>
      <EuiCallOut
        size="s"
        color="warning"
        iconType="warning"
        title={t('security.access.notConsidered', 'The cluster can decide differently')}
      >
        <ul>
          {codes.map((code) => (
            <li key={code}>{reasonText(code)}</li>
          ))}
        </ul>
      </EuiCallOut>
      <EuiSpacer size="s" />
    </>
  );
}

function reasonText(code: Codes[number]): string {
  switch (code) {
    case 'aliases':
      return t(
        'security.access.notConsidered.aliases',
        "Aliases and data streams weren't read: the index has wildcards, or you don't have permission to see them. Permissions that name them are left out."
      );
    case 'evaluation_v4':
      return t(
        'security.access.notConsidered.v4',
        'The cluster evaluates permissions with “v4”. This result follows the “legacy” rules.'
      );
    case 'api_tokens':
      return t(
        'security.access.notConsidered.tokens',
        'API tokens are turned on. They have their own permissions, and no document or field restrictions apply to them.'
      );
    case 'release':
      return t(
        'security.access.notConsidered.release',
        'The cluster is newer than the releases this version was tested with.'
      );
  }
}
