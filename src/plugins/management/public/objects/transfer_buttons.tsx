/** Import and export buttons. */
import { EuiButton, EuiFlexItem, EuiToolTip } from '@elastic/eui';
import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
import type { OpenDialog } from './dialog_props';
import { readOnlyReason } from './objects_actions';

export interface TransferButtonsProps {
  readonly canExport: boolean;
  /** Whether the user may import objects into the tenant. */
  readonly canWrite: boolean;
  readonly onOpen: (dialog: OpenDialog) => void;
}

export function TransferButtons({
  canExport,
  canWrite,
  onOpen,
}: TransferButtonsProps): ReactElement {
  // The disabled button stays in the tab order, so that every user can reach its reason.
  const importButton = (
    <EuiButton
      size="s"
      iconType="upload"
      isDisabled={!canWrite}
      hasAriaDisabled
      onClick={() => onOpen({ kind: 'import' })}
    >
      {t('management.common.import', 'Import')}
    </EuiButton>
  );
  return (
    <>
      <EuiFlexItem grow={false}>
        <EuiButton
          size="s"
          iconType="download"
          isDisabled={!canExport}
          onClick={() => onOpen({ kind: 'export', objects: [] })}
        >
          {t('management.objects.exportAll', 'Export all')}
        </EuiButton>
      </EuiFlexItem>
      <EuiFlexItem grow={false}>
        {canWrite ? (
          importButton
        ) : (
          <EuiToolTip content={readOnlyReason()}>{importButton}</EuiToolTip>
        )}
      </EuiFlexItem>
    </>
  );
}
