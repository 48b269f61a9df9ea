/** One index permission: patterns, actions, documents, fields, anonymization. Source: reference security-plugin 1.6.2. */
import {
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSelect,
  EuiSpacer,
  EuiTextArea,
} from '@elastic/eui';
import { i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { OptionalMark } from '../../../components/form/optional_mark';
import { type ComboOptions, TextCombo } from '../../../components/form/text_combo';
import type { EntityForm } from '../../../components/form/use_entity_form';
import {
  freeTextHelp,
  type PermissionNames,
  permissionPlaceholder,
  unknownPermissionProblem,
} from './permission_options';
import { indexFieldId } from './role_form_problems';
import type { IndexPermissionForm } from './role_form_state';

export interface IndexPermissionRowProps {
  readonly names: PermissionNames;
  /** What the picker of actions offers. */
  readonly options: ComboOptions;
  readonly row: IndexPermissionForm;
  readonly onChange: (changes: Partial<IndexPermissionForm>) => void;
  readonly state: Pick<EntityForm<never>, 'problemOf' | 'touch'>;
}

const DLS_SAMPLE = `{
  "bool": {
    "must": {
      "match": { "department": "sales" }
    }
  }
}`;

export function IndexPermissionRow({
  names,
  options,
  row,
  onChange,
  state,
}: IndexPermissionRowProps): ReactElement {
  const patternsId = indexFieldId(row.key, 'patterns');
  const dlsId = indexFieldId(row.key, 'dls');
  const dlsProblem = state.problemOf(dlsId);
  const optional = <OptionalMark />;
  return (
    <>
      <TextCombo
        id={patternsId}
        label={i18n.translate('security.roleForm.indexPatterns', { defaultMessage: 'Index' })}
        placeholder={i18n.translate('security.roleForm.indexPatternsPlaceholder', {
          defaultMessage: 'Search for index name or type in index pattern',
        })}
        helpText={i18n.translate('security.roleForm.indexPatternsHelp', {
          defaultMessage: 'Specify index pattern using *',
        })}
        values={row.patterns}
        onChange={(patterns) => onChange({ patterns })}
        problem={state.problemOf(patternsId)}
      />
      <TextCombo
        id={indexFieldId(row.key, 'actions')}
        label={i18n.translate('security.roleForm.indexActions', {
          defaultMessage: 'Index permissions',
        })}
        placeholder={permissionPlaceholder()}
        helpText={freeTextHelp()}
        options={options}
        problemOfNew={(value) => unknownPermissionProblem(value, names)}
        values={row.actions}
        onChange={(actions) => onChange({ actions })}
      />
      <EuiFormRow
        fullWidth
        id={dlsId}
        label={i18n.translate('security.roleForm.dls', {
          defaultMessage: 'Document level security',
        })}
        labelAppend={optional}
        helpText={i18n.translate('security.roleForm.dlsHelp', {
          defaultMessage: 'A query as JSON. Users see only the documents that match it.',
        })}
        isInvalid={dlsProblem !== undefined}
        error={dlsProblem}
      >
        <EuiTextArea
          fullWidth
          rows={6}
          value={row.dls}
          placeholder={DLS_SAMPLE}
          isInvalid={dlsProblem !== undefined}
          onChange={(event) => onChange({ dls: event.target.value })}
          onBlur={() => state.touch(dlsId)}
          spellCheck={false}
          style={{ fontFamily: 'monospace' }}
        />
      </EuiFormRow>
      <EuiSpacer size="m" />
      <EuiFlexGroup gutterSize="s">
        <EuiFlexItem grow={1} style={{ minWidth: 130 }}>
          <EuiFormRow
            fullWidth
            label={i18n.translate('security.roleForm.flsMode', {
              defaultMessage: 'Field level security',
            })}
            labelAppend={optional}
          >
            <EuiSelect
              fullWidth
              value={row.flsMode}
              onChange={(event) =>
                onChange({ flsMode: event.target.value === 'include' ? 'include' : 'exclude' })
              }
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
          </EuiFormRow>
        </EuiFlexItem>
        <EuiFlexItem grow={4}>
          <TextCombo
            id={indexFieldId(row.key, 'fls')}
            label={i18n.translate('security.roleForm.flsFields', { defaultMessage: 'Fields' })}
            placeholder={i18n.translate('security.roleForm.flsPlaceholder', {
              defaultMessage: 'Type in field name',
            })}
            helpText={i18n.translate('security.roleForm.flsHelp', {
              defaultMessage: 'Do not hide fields that the query of document level security uses.',
            })}
            values={row.flsFields}
            onChange={(flsFields) => onChange({ flsFields })}
          />
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <TextCombo
        id={indexFieldId(row.key, 'masked')}
        label={i18n.translate('security.roleForm.masked', { defaultMessage: 'Anonymization' })}
        placeholder={i18n.translate('security.roleForm.flsPlaceholder', {
          defaultMessage: 'Type in field name',
        })}
        helpText={i18n.translate('security.roleForm.maskedHelp', {
          defaultMessage:
            'Values of these fields are replaced by hashes. An algorithm may follow: field::SHA-512.',
        })}
        values={row.maskedFields}
        onChange={(maskedFields) => onChange({ maskedFields })}
      />
    </>
  );
}
