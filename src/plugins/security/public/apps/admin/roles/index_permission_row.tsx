/**
 * One index permission: patterns, actions, documents, fields, anonymization. Source:
 * docs/reference/security-app.md#role-form.
 */
import {
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Control, lazyPage, SelectField, TextField, useField } from '@sd/ui_kit';
import { useFeature } from '../../../services/features';
import type { DlsFinding } from './dls_kinds';
import { checkDls, type DlsCheck } from './dls_problem';
import type { RoleForm } from './role_form_state';
import { FieldsCombo, IndexPatternsField } from './index_names';
import { PermissionCombo } from './permission_combo';
import type { PermissionNames } from './permission_options';

/**
 * DLS query field: shows errors with their position while the user types, and a preview if the
 * engine has indices.
 */
interface DlsFieldProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
}

const DLS_SAMPLE = `{
  "bool": {
    "must": {
      "match": { "department": "sales" }
    }
  }
}`;

const DlsPreview = lazyPage(async () => (await import('./dls_preview')).DlsPreview);

function DlsField({ control, index }: DlsFieldProps): ReactElement {
  const name = `indexPermissions.${index}.dls` as const;
  const { value, problem: formProblem } = useField<RoleForm, string>({ control, name });
  const check = useMemo(() => checkDls(value), [value]);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const found = (check.problem ?? check.warning)?.at;
  const hasIndices = useFeature('indices');
  return (
    <>
      <TextField
        control={control}
        name={name}
        label={i18n.translate('security.roleForm.dls', {
          defaultMessage: 'Document level security',
        })}
        helpText={
          <>
            {i18n.translate('security.roleForm.dlsHelp', {
              defaultMessage: 'A query as JSON. Users see only the documents that match it.',
            })}
            {/* After the field loses focus, the form shows the error. */}
            {value.trim() !== '' && formProblem === undefined && <CheckMessage {...check} />}
          </>
        }
        placeholder={DLS_SAMPLE}
        rows={6}
        isOptional
        isCode
      />
      <EuiFlexGroup gutterSize="s" wrap responsive={false}>
        {found && (
          <EuiButtonEmpty size="s" iconType="crosshair" onClick={() => selectIn(name, found)}>
            <FormattedMessage id="security.roleForm.dlsPlace" defaultMessage="Go to the place" />
          </EuiButtonEmpty>
        )}
        {hasIndices && (
          <EuiButtonEmpty
            size="s"
            iconType={isPreviewed ? 'eyeSlash' : 'eye'}
            aria-expanded={isPreviewed}
            isDisabled={check.problem !== undefined && !isPreviewed}
            onClick={() => setIsPreviewed(!isPreviewed)}
          >
            <FormattedMessage
              id="security.roleForm.dlsPreview"
              defaultMessage="Preview documents"
            />
          </EuiButtonEmpty>
        )}
      </EuiFlexGroup>
      {isPreviewed && (
        <Suspense fallback={<EuiSkeletonText lines={3} />}>
          <DlsPreview control={control} index={index} />
        </Suspense>
      )}
    </>
  );
}

const CheckMessage = ({ kind, problem, warning }: DlsCheck): ReactElement => (
  <EuiText size="xs" role="status" color={problem || warning ? 'warning' : 'success'}>
    {(problem ?? warning)?.text ?? (
      <FormattedMessage
        id="security.roleForm.dlsGood"
        defaultMessage="A query of the kind {kind}"
        values={{ kind }}
      />
    )}
  </EuiText>
);

/** @param id - id of the field */
function selectIn(id: string, { offset, length }: NonNullable<DlsFinding['at']>): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(offset, offset + Math.max(length, 1));
}

interface IndexPermissionRowProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
  readonly names: PermissionNames;
}

export const IndexPermissionRow = (props: IndexPermissionRowProps): ReactElement => (
  <>
    <IndexPatternsField {...props} />
    <IndexPermissionDetails {...props} />
  </>
);

/** All fields except the patterns. */
export function IndexPermissionDetails({
  control,
  index,
  names,
}: IndexPermissionRowProps): ReactElement {
  return (
    <>
      <PermissionCombo
        control={control}
        name={`indexPermissions.${index}.actions`}
        label={i18n.translate('security.roleForm.indexActions', {
          defaultMessage: 'Index permissions',
        })}
        names={names}
        scope="index"
      />
      <DlsField control={control} index={index} />
      <EuiSpacer size="m" />
      <EuiFlexGroup gutterSize="s">
        <EuiFlexItem grow={1} style={{ minWidth: 130 }}>
          <SelectField
            control={control}
            name={`indexPermissions.${index}.flsMode`}
            label={i18n.translate('security.roleForm.flsMode', {
              defaultMessage: 'Field level security',
            })}
            isOptional
            options={[
              {
                value: 'exclude',
                text: i18n.translate('security.roleForm.exclude', { defaultMessage: 'Exclude' }),
              },
              {
                value: 'include',
                text: i18n.translate('security.roleForm.include', { defaultMessage: 'Include' }),
              },
            ]}
          />
        </EuiFlexItem>
        <EuiFlexItem grow={4}>
          <FieldsCombo
            control={control}
            index={index}
            name={`indexPermissions.${index}.flsFields`}
            label={i18n.translate('security.roleForm.flsFields', { defaultMessage: 'Fields' })}
            helpText={i18n.translate('security.roleForm.flsHelp', {
              defaultMessage: 'Do not hide fields that the query of document level security uses.',
            })}
          />
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <FieldsCombo
        control={control}
        index={index}
        name={`indexPermissions.${index}.maskedFields`}
        label={i18n.translate('security.roleForm.masked', { defaultMessage: 'Anonymization' })}
        helpText={i18n.translate('security.roleForm.maskedHelp', {
          defaultMessage:
            'Values of these fields are replaced by hashes. An algorithm may follow: field::SHA-512.',
        })}
      />
    </>
  );
}
