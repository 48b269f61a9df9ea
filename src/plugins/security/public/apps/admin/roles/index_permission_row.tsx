/** One index permission: patterns, actions, documents, fields, anonymization. */
import {
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import { t } from '@sd/core/public';
import {
  type Control,
  lazyPage,
  SelectField,
  TextField,
  useField,
  useFormState,
  useWatch,
} from '@sd/ui_kit';
import { useFeature } from '../../../services/features';
import { checkDls, type DlsCheck, type DlsFinding } from './dls_problem';
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
        label={t('security.roleForm.dls', 'Document level security')}
        helpText={
          <>
            {t(
              'security.roleForm.dlsHelp',
              'A query in JSON. Users see only the documents that match it.'
            )}
            {/* After the field loses focus, the form shows the error. */}
            {value.trim() !== '' && formProblem === undefined && <CheckMessage {...check} />}
          </>
        }
        placeholder={DLS_SAMPLE}
        rows={6}
        isCode
      />
      <EuiFlexGroup gutterSize="s" wrap responsive={false}>
        {found && (
          <EuiButtonEmpty size="s" iconType="crosshair" onClick={() => selectIn(name, found)}>
            {t('security.roleForm.dlsPlace', 'Go to the error')}
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
            {t('security.roleForm.dlsPreview', 'Preview documents')}
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
    {(problem ?? warning)?.text ?? t('security.roleForm.dlsGood', 'Valid “{kind}” query', { kind })}
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

interface IndexPermissionDetailsProps extends IndexPermissionRowProps {
  /** Shows the restrictions even if there are none. */
  readonly isUnfolded?: boolean;
}

/** All fields except the patterns. */
export function IndexPermissionDetails({
  control,
  index,
  names,
  isUnfolded = false,
}: IndexPermissionDetailsProps): ReactElement {
  return (
    <>
      <PermissionCombo
        control={control}
        name={`indexPermissions.${index}.actions`}
        label={t('security.common.indexPermissions', 'Index permissions')}
        names={names}
        scope="index"
      />
      {isUnfolded ? (
        <Restrictions control={control} index={index} />
      ) : (
        <FoldedRestrictions control={control} index={index} />
      )}
    </>
  );
}

/** Restrictions of an index permission; folded at first if there are none, as for most. */
function FoldedRestrictions(props: DlsFieldProps): ReactElement {
  const { control, index } = props;
  const name = `indexPermissions.${index}` as const;
  const { dls, flsFields, maskedFields } = useWatch({ control, name });
  const { errors } = useFormState({ control, name });
  const [isOpen, setIsOpen] = useState(
    dls !== '' || flsFields.length > 0 || maskedFields.length > 0
  );
  const isShown = isOpen || errors.indexPermissions?.[index]?.dls !== undefined;
  return (
    <>
      <EuiSpacer size="s" />
      <EuiButtonEmpty
        size="s"
        flush="left"
        iconType={isShown ? 'chevronSingleDown' : 'chevronSingleRight'}
        aria-expanded={isShown}
        onClick={() => setIsOpen(!isShown)}
      >
        {t('security.roleForm.restrict', 'Restrict documents or fields')}
      </EuiButtonEmpty>
      {isShown && <Restrictions {...props} />}
    </>
  );
}

const Restrictions = ({ control, index }: DlsFieldProps): ReactElement => (
  <>
    <EuiSpacer size="s" />
    <DlsField control={control} index={index} />
    <EuiSpacer size="m" />
    <EuiFlexGroup gutterSize="s">
      <EuiFlexItem grow={1} style={{ minWidth: 160 }}>
        <SelectField
          control={control}
          name={`indexPermissions.${index}.flsMode`}
          label={t('security.roleForm.flsMode', 'Field level security')}
          options={[
            {
              value: 'exclude',
              text: t('security.roleForm.exclude', 'Exclude'),
            },
            {
              value: 'include',
              text: t('security.roleForm.include', 'Include'),
            },
          ]}
        />
      </EuiFlexItem>
      <EuiFlexItem grow={4}>
        <FieldsCombo
          control={control}
          index={index}
          name={`indexPermissions.${index}.flsFields`}
          label={t('security.roleForm.flsFields', 'Fields')}
          helpText={t(
            'security.roleForm.flsHelp',
            "Don't hide fields that the document level security query uses."
          )}
        />
      </EuiFlexItem>
    </EuiFlexGroup>
    <EuiSpacer size="m" />
    <FieldsCombo
      control={control}
      index={index}
      name={`indexPermissions.${index}.maskedFields`}
      label={t('security.roleForm.masked', 'Anonymization')}
      helpText={t(
        'security.roleForm.maskedHelp',
        'Values of these fields are replaced by hashes. To choose an algorithm: field::SHA-512.'
      )}
    />
  </>
);
