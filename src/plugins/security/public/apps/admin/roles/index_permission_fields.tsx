/** Index permissions of a role, one accordion each. */
import {
  EuiAccordion,
  EuiButton,
  EuiButtonEmpty,
  EuiButtonGroup,
  EuiPanel,
  EuiSkeletonText,
  EuiSpacer,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { type Control, lazyPage, Panel, useFormState, useKit, useRows, useWatch } from '@sd/ui_kit';
import { type ReactElement, Suspense, useState } from 'react';
import { NamesOrigin } from './index_names';
import { IndexPermissionRow } from './index_permission_row';
import type { PermissionNames } from './permission_options';
import { newIndexPermission, type RoleForm } from './role_form_state';

export interface IndexPermissionFieldsProps {
  readonly control: Control<RoleForm>;
  readonly names: PermissionNames;
}

const IndexMatrix = lazyPage(async () => (await import('./index_matrix')).IndexMatrix);

type View = 'form' | 'matrix';
const VIEW_KEY = 'roleForm.indexView';

/**
 * The accordion form of the specification is the default; the choice of the matrix is stored on the
 * device.
 */
function useView(): readonly [View, (view: View) => void] {
  const { memory } = useKit();
  const [view, setView] = useState<View>(() =>
    memory.get(VIEW_KEY) === 'matrix' ? 'matrix' : 'form'
  );
  return [
    view,
    (next) => {
      setView(next);
      memory.set(VIEW_KEY, next);
    },
  ];
}

const viewOptions = (hasProblem: boolean) => [
  {
    id: 'form',
    label: t('security.roleForm.viewForm', 'Form'),
  },
  {
    id: 'matrix',
    label: t('security.roleForm.viewMatrix', 'Matrix'),
    isDisabled: hasProblem,
  },
];

export function IndexPermissionFields(props: IndexPermissionFieldsProps): ReactElement {
  const { control, names } = props;
  const [view, setView] = useView();
  const { errors } = useFormState({ control, name: 'indexPermissions' });
  const { ids, add, remove } = useRows({
    control,
    name: 'indexPermissions',
    blank: newIndexPermission,
  });
  // Errors in the drawer switch to the view that shows them.
  const isHidden = ids.some((_id, index) => errors.indexPermissions?.[index]?.dls !== undefined);
  const isMatrix = view === 'matrix' && !isHidden;
  return (
    <Panel
      title={t('security.common.indexPermissions', 'Index permissions')}
      isWide={ids.length > 0 && isMatrix}
      description={
        <>
          {t(
            'security.roleForm.indexIntro',
            'Choose what users with this role can do with which indices, and which documents and fields they see. Only what you list is allowed.'
          )}
          <NamesOrigin />
        </>
      }
    >
      {ids.length > 0 && (
        <>
          <EuiButtonGroup
            legend={t('security.roleForm.indexView', 'View of index permissions')}
            buttonSize="compressed"
            idSelected={isMatrix ? 'matrix' : 'form'}
            onChange={(id) => setView(id === 'matrix' ? 'matrix' : 'form')}
            options={viewOptions(isHidden)}
          />
          <EuiSpacer size="s" />
        </>
      )}
      {ids.length > 0 && isMatrix ? (
        <Suspense fallback={<EuiSkeletonText lines={3} />}>
          <IndexMatrix control={control} names={names} ids={ids} onRemove={remove} />
        </Suspense>
      ) : (
        ids.map((id, index) => (
          <IndexPermissionBox key={id} {...props} index={index} onRemove={() => remove(index)} />
        ))
      )}
      <EuiSpacer size="s" />
      <EuiButton size="s" iconType="plusCircle" onClick={add}>
        {t('security.common.addIndexPermission', 'Add index permission')}
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
            aria-label={t('security.roleForm.removeIndexLabel', 'Remove index permission {title}', {
              title,
            })}
          >
            {t('security.common.remove', 'Remove')}
          </EuiButtonEmpty>
        }
      >
        <IndexPermissionRow {...props} />
      </EuiAccordion>
    </EuiPanel>
  );
}

const newRowTitle = (): string => t('security.roleForm.newIndex', 'New index permission');
