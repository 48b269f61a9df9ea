/** Pickers of index patterns and of fields, with what is known of both. */
import { EuiText } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Control, TextCombo, type TextComboProps, useField, useWatch } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useFeature } from '../../../services/features';
import { useKnownFields, useKnownIndices, useMatchingIndices } from './known_names';
import type { RoleForm } from './role_form_state';

export interface IndexNameProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
}

/** Names of matching indices that stand in the text. */
const SHOWN = 3;

export function IndexPatternsField({ control, index }: IndexNameProps): ReactElement {
  const name = `indexPermissions.${index}.patterns` as const;
  const { value } = useField<RoleForm, readonly string[]>({ control, name });
  const [search, setSearch] = useState<string>();
  const hasIndices = useFeature('indices');
  return (
    <TextCombo
      control={control}
      name={name}
      label={i18n.translate('security.roleForm.indexPatterns', { defaultMessage: 'Index' })}
      placeholder={i18n.translate('security.roleForm.indexPatternsPlaceholder', {
        defaultMessage: 'Search for index name or type in index pattern',
      })}
      helpText={
        <>
          {i18n.translate('security.roleForm.indexPatternsHelp', {
            defaultMessage: 'Specify index pattern using *',
          })}
          {hasIndices && <Matches patterns={value} />}
        </>
      }
      {...useKnownIndices(search)}
      onFocus={() => setSearch(search ?? '')}
      onSearch={setSearch}
      isDescribed
    />
  );
}

function Matches({ patterns }: { readonly patterns: readonly string[] }): ReactElement | null {
  const found = useMatchingIndices(patterns);
  if (!found) return null;
  const { names, isCut } = found;
  const values = { names: names.slice(0, SHOWN).join(', '), count: names.length };
  const others = Math.max(names.length - SHOWN, 0);
  return (
    <EuiText size="xs" role="status" color={names.length === 0 ? 'warning' : 'success'}>
      {names.length === 0 ? (
        <FormattedMessage
          id="security.roleForm.matchesNone"
          defaultMessage="Matches no index that you may see now."
        />
      ) : isCut ? (
        <FormattedMessage
          id="security.roleForm.matchesMany"
          defaultMessage="Matches {count, number} or more now: {names}, …"
          values={values}
        />
      ) : (
        <FormattedMessage
          id="security.roleForm.matches"
          defaultMessage="Matches {count, number} now: {names}{others, plural, =0 {} other { and # more}}"
          values={{ ...values, others }}
        />
      )}
    </EuiText>
  );
}

export interface FieldsComboProps extends Pick<
  TextComboProps<RoleForm>,
  'control' | 'name' | 'label' | 'helpText'
> {
  readonly index: number;
}

/** Fields that are shown, hidden or masked in the indices of the row. */
export function FieldsCombo({ index, ...props }: FieldsComboProps): ReactElement {
  const patterns = useWatch({
    control: props.control,
    name: `indexPermissions.${index}.patterns`,
  });
  const [search, setSearch] = useState<string>();
  return (
    <TextCombo
      {...props}
      {...useKnownFields(patterns, search)}
      placeholder={i18n.translate('security.roleForm.flsPlaceholder', {
        defaultMessage: 'Type in field name',
      })}
      onFocus={() => setSearch(search ?? '')}
      onSearch={setSearch}
      isDescribed
    />
  );
}

/** Where nobody knows which indices there are, the page says where its names come from. */
export function NamesOrigin(): ReactNode {
  if (useFeature('indices')) return null;
  return (
    <>
      {' '}
      <FormattedMessage
        id="security.roleForm.noIndices"
        defaultMessage="This security backend has no indices: the names of indices and fields that are offered here stand in roles and audit events, whether or not they exist, and queries are checked for their form alone."
      />
    </>
  );
}
