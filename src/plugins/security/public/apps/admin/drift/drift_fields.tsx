/** The fields of a drifted entry: what the folder says, and what is there. */
import { EuiSpacer, EuiText } from '@elastic/eui';
import type { DriftEntry } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { entryLabel } from '../../../components/history/change_texts';
import { fieldChanges } from '../../../components/history/field_changes';
import { FieldDifferences } from '../../../components/history/field_differences';
import { fieldLabel } from '../../../components/history/field_labels';

export function DriftFields({ entry }: { readonly entry: DriftEntry }): ReactElement {
  const sideOf = (side: 'desired' | 'actual') =>
    Object.fromEntries(entry.fields.map(({ field, [side]: value }) => [field, value]));
  const hidden = entry.fields.filter((one) => one.is_secret === true);
  const long = entry.fields.filter((one) => one.is_long === true);
  const namesOf = (fields: DriftEntry['fields']) =>
    i18n.formatList(fields.map(({ field }) => fieldLabel(field)));
  return (
    <>
      <FieldDifferences
        caption={entryLabel(entry.kind, entry.name)}
        headings={[t('security.drift.desired', 'Folder'), t('security.common.current', 'Current')]}
        changes={fieldChanges(sideOf('desired'), sideOf('actual'))}
        labelOf={fieldLabel}
        empty={t('security.drift.noValues', 'There are no values to show.')}
      />
      {hidden.length > 0 && (
        <Remark>
          {t('security.drift.secret', 'These differ, and are never shown: {fields}.', {
            fields: namesOf(hidden),
          })}
        </Remark>
      )}
      {long.length > 0 && (
        <Remark>
          {t('security.drift.long', 'These differ, and are too long to show: {fields}.', {
            fields: namesOf(long),
          })}
        </Remark>
      )}
      {entry.more_fields !== undefined && (
        <Remark>
          {t(
            'security.drift.moreFields',
            '{count, plural, one {1 more field differs.} other {{count, number} more fields differ.}}',
            { count: entry.more_fields }
          )}
        </Remark>
      )}
    </>
  );
}

const Remark = ({ children }: { readonly children: string }): ReactElement => (
  <>
    <EuiSpacer size="s" />
    <EuiText size="s">
      <p>{children}</p>
    </EuiText>
  </>
);
