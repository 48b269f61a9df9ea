/**
 * The index permissions of a role, one accordion each. Source:
 * docs/reference/security-app.md#role-form.
 */
import { EuiAccordion, EuiButton, EuiButtonEmpty, EuiPanel, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import {
  type ComboOptions,
  type Control,
  Panel,
  useFormState,
  useRows,
  useWatch,
} from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { IndexPermissionRow } from './index_permission_row';
import type { PermissionNames } from './permission_options';
import { newIndexPermission, type RoleForm } from './role_form_state';

export interface IndexPermissionFieldsProps {
  readonly control: Control<RoleForm>;
  readonly names: PermissionNames;
  /** What the pickers of actions offer. */
  readonly options: ComboOptions;
}

export function IndexPermissionFields(props: IndexPermissionFieldsProps): ReactElement {
  const { control } = props;
  const { ids, add, remove } = useRows({
    control,
    name: 'indexPermissions',
    blank: newIndexPermission,
  });
  return (
    <Panel
      title={<FormattedMessage id="security.roleForm.index" defaultMessage="Index permissions" />}
      description={
        <FormattedMessage
          id="security.roleForm.indexIntro"
          defaultMessage="What users of this role may do with which indices, and which of their documents and fields they see. Nothing is granted unless you name it."
        />
      }
    >
      {ids.map((id, index) => (
        <IndexPermissionBox key={id} {...props} index={index} onRemove={() => remove(index)} />
      ))}
      <EuiSpacer size="s" />
      <EuiButton size="s" iconType="plusCircle" onClick={add}>
        <FormattedMessage
          id="security.roleForm.addIndex"
          defaultMessage="Add another index permission"
        />
      </EuiButton>
    </Panel>
  );
}

interface IndexPermissionBoxProps extends IndexPermissionFieldsProps {
  readonly index: number;
  readonly onRemove: () => void;
}

function IndexPermissionBox(props: IndexPermissionBoxProps): ReactElement {
  const { control, index, onRemove } = props;
  const { patterns, source } = useWatch({ control, name: `indexPermissions.${index}` });
  const { errors } = useFormState({ control, name: `indexPermissions.${index}` });
  const hasProblem = errors.indexPermissions?.[index] !== undefined;
  const title = patterns.length > 0 ? patterns.join(', ') : newRowTitle();
  return (
    <EuiPanel hasBorder hasShadow={false} paddingSize="s" style={{ marginBlockEnd: 8 }}>
      <EuiAccordion
        id={`indexPermissions.${index}`}
        buttonContent={<span style={{ overflowWrap: 'anywhere' }}>{title}</span>}
        initialIsOpen={index === 0 || source === undefined}
        forceState={hasProblem ? 'open' : undefined}
        paddingSize="s"
        extraAction={
          <EuiButtonEmpty
            size="s"
            color="danger"
            onClick={onRemove}
            aria-label={i18n.translate('security.roleForm.removeIndexLabel', {
              defaultMessage: 'Remove index permission {title}',
              values: { title },
            })}
          >
            <FormattedMessage id="security.roleForm.remove" defaultMessage="Remove" />
          </EuiButtonEmpty>
        }
      >
        <IndexPermissionRow {...props} />
      </EuiAccordion>
    </EuiPanel>
  );
}

const newRowTitle = (): string =>
  i18n.translate('security.roleForm.newIndex', { defaultMessage: 'Add index permission' });
