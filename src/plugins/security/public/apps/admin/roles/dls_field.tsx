/**
 * The query of document-level security: what is wrong with it is said while one types, with its
 * place, and where there are indices one sees what it matches.
 */
import { EuiButtonEmpty, EuiFlexGroup, EuiSkeletonText, EuiText } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Control, lazyPage, TextField, useField } from '@sd/ui_kit';
import { type ReactElement, Suspense, useMemo, useState } from 'react';
import { useFeature } from '../../../services/features';
import type { DlsFinding } from './dls_kinds';
import { type DlsJudgement, checkDls } from './dls_problem';
import type { RoleForm } from './role_form_state';

export interface DlsFieldProps {
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

export function DlsField({ control, index }: DlsFieldProps): ReactElement {
  const name = `indexPermissions.${index}.dls` as const;
  const { value, problem: told } = useField<RoleForm, string>({ control, name });
  const judged = useMemo(() => checkDls(value), [value]);
  const [isPreviewed, setIsPreviewed] = useState(false);
  const found = (judged.problem ?? judged.doubt)?.at;
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
            {/* Once the field was left, the form says it itself. */}
            {value.trim() !== '' && told === undefined && <Judgement {...judged} />}
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
            isDisabled={judged.problem !== undefined && !isPreviewed}
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

const Judgement = ({ kind, problem, doubt }: DlsJudgement): ReactElement => (
  <EuiText size="xs" role="status" color={problem || doubt ? 'warning' : 'success'}>
    {(problem ?? doubt)?.text ?? (
      <FormattedMessage
        id="security.roleForm.dlsGood"
        defaultMessage="A query of the kind {kind}"
        values={{ kind }}
      />
    )}
  </EuiText>
);

/** @param id - of the field */
function selectIn(id: string, { offset, length }: NonNullable<DlsFinding['at']>): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(offset, offset + Math.max(length, 1));
}
