/** Beside the matrix: what of an index permission no cell can hold. */
import {
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import type { Control } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { IndexPermissionDetails } from './index_permission_row';
import type { PermissionNames } from './permission_options';
import type { RoleForm } from './role_form_state';

export interface IndexMatrixDrawerProps {
  readonly control: Control<RoleForm>;
  readonly names: PermissionNames;
  readonly index: number;
  /** The patterns of the row. */
  readonly title: string;
  readonly onClose: () => void;
}

export function IndexMatrixDrawer({
  control,
  names,
  index,
  title,
  onClose,
}: IndexMatrixDrawerProps): ReactElement {
  const id = useGeneratedHtmlId({ prefix: 'indexMatrix' });
  return (
    <EuiFlyout size="s" aria-labelledby={id} onClose={onClose}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="s">
          <h2 id={id} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </h2>
        </EuiTitle>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        <IndexPermissionDetails control={control} index={index} names={names} />
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}
