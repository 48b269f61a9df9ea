/** One index in a preview: how many documents are seen of how many, and some of them. */
import { EuiCallOut, EuiCodeBlock, EuiSpacer, EuiText } from '@elastic/eui';
import type { PreviewedIndex } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import { uncertainText } from '../../../components/access/effective_restrictions';

const HEIGHT_PX = 200;

export function PreviewedDocuments(index: PreviewedIndex): ReactElement {
  const { documents, documents_access: access } = index;
  const blind = access.blind_fields ?? [];
  const uncertain = access.uncertain_fields ?? [];
  return (
    <>
      <EuiSpacer size="s" />
      <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
        <p>
          <strong>{index.index}</strong>
          <br />
          {countText(index)}
        </p>
      </EuiText>
      {blind.length > 0 && (
        <EuiCallOut
          size="s"
          color="warning"
          iconType="warning"
          title={
            <FormattedMessage
              id="security.preview.blind"
              defaultMessage="The query asks about {fields}, which this permission hides or masks: no document meets such a condition, and under “must_not” every document does."
              values={{ fields: blind.join(', ') }}
            />
          }
        />
      )}
      {uncertain.length > 0 && (
        <EuiCallOut size="s" color="warning" iconType="warning" title={uncertainText(uncertain)} />
      )}
      {documents.length > 0 && (
        <EuiCodeBlock
          language="json"
          fontSize="s"
          paddingSize="s"
          overflowHeight={HEIGHT_PX}
          isCopyable
          aria-label={i18n.translate('security.preview.documents', {
            defaultMessage: 'Documents of {index}',
            values: { index: index.index },
          })}
        >
          {documents
            .map(({ id, source }) => JSON.stringify({ _id: id, ...source }, null, 2))
            .join('\n')}
        </EuiCodeBlock>
      )}
      <EuiText size="xs" color="subdued">
        {index.are_documents_left_out && (
          <p>
            <FormattedMessage
              id="security.preview.leftOut"
              defaultMessage="There are documents that are not shown here: too large, or of fields whose hiding cannot be shown."
            />
          </p>
        )}
        {index.masked_fields.length > 0 && documents.length > 0 && (
          <p>
            <FormattedMessage
              id="security.preview.masked"
              defaultMessage="Anonymized fields are left out: {fields}"
              values={{ fields: index.masked_fields.join(', ') }}
            />
          </p>
        )}
        {index.is_partial && (
          <p>
            <FormattedMessage
              id="security.preview.partial"
              defaultMessage="The cluster gave up before it had looked at everything; there may be more."
            />
          </p>
        )}
      </EuiText>
    </>
  );
}

function countText({ documents_access: access, visible, total }: PreviewedIndex): string {
  if (access.mode === 'error')
    return i18n.translate('security.preview.unresolved', {
      defaultMessage: 'Every search fails: a placeholder of the query has no value here.',
    });
  const values = { visible: amountText(visible), total: amountText(total) };
  return total
    ? i18n.translate('security.preview.count', {
        defaultMessage: '{visible} of {total} documents',
        values,
      })
    : i18n.translate('security.preview.countAll', {
        defaultMessage: 'All documents: {visible}',
        values,
      });
}

const amountText = (count: PreviewedIndex['visible']): string =>
  count?.relation === 'gte'
    ? i18n.translate('security.preview.atLeast', {
        defaultMessage: 'at least {value, number}',
        values: { value: count.value },
      })
    : i18n.formatNumber(count?.value ?? 0);
