/** The fields of a drifted entry: what the folder says, and what is there. */
import { EuiSpacer, EuiText } from '@elastic/eui';
import type { DriftEntry } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { useParts } from '../parts';

export function DriftFields({ entry }: { readonly entry: DriftEntry }): ReactElement {
  const { entryLabel, FieldDifferences, fieldChanges, fieldLabel } = useParts();
  const getSide = (side: 'desired' | 'actual') =>
    Object.fromEntries(entry.fields.map(({ field, [side]: value }) => [field, value]));
  const hidden = entry.fields.filter((one) => one.is_secret === true);
  const long = entry.fields.filter((one) => one.is_long === true);
  const listNames = (fields: DriftEntry['fields']) =>
    i18n.formatList(fields.map(({ field }) => fieldLabel(field)));
  return (
    <>
      <FieldDifferences
        caption={entryLabel(entry.kind, entry.name)}
        headings={[t('requests.drift.desired', 'Folder'), t('requests.common.current', 'Current')]}
        changes={fieldChanges(getSide('desired'), getSide('actual'))}
        labelOf={fieldLabel}
        empty={t('requests.drift.noValues', 'There are no values to show.')}
      />
      {hidden.length > 0 && (
        <Remark>
          {t('requests.drift.secret', 'These differ, and are never shown: {fields}.', {
            fields: listNames(hidden),
          })}
        </Remark>
      )}
      {long.length > 0 && (
        <Remark>
          {t('requests.drift.long', 'These differ, and are too long to show: {fields}.', {
            fields: listNames(long),
          })}
        </Remark>
      )}
      {entry.more_fields !== undefined && (
        <Remark>
          {t(
            'requests.drift.moreFields',
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
