/**
 * Effective restrictions of an index over all roles, with warnings about overridden entries and
 * about queries on hidden fields.
 */
import type { ExplainedRestrictions, RestrictionKind, RestrictionSource } from '@sd/contracts';
import { EuiCallOut, EuiCode, EuiText } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';

export function EffectiveRestrictions({
  index,
  documents,
  fields,
  masking,
  sources,
}: ExplainedRestrictions): ReactElement {
  const overridden = sources.filter((source) => (source.displaced ?? []).length > 0);
  const blind = documents.blind_fields ?? [];
  const uncertain = documents.uncertain_fields ?? [];
  const label = i18n.translate('security.visible.label', {
    defaultMessage: 'What is seen of {index}',
    values: { index },
  });
  return (
    <EuiText size="s" style={{ overflowWrap: 'anywhere' }} role="group" aria-label={label}>
      <ul>
        <li>
          <DocumentsText mode={documents.mode} />
          {documents.queries.map((query) => (
            <div key={query}>
              <EuiCode transparentBackground>{query}</EuiCode>
            </div>
          ))}
        </li>
        <li>{fieldsText(fields.mode, fields.fields)}</li>
        <li>{maskingText(masking.mode, masking.fields)}</li>
      </ul>
      {blind.length > 0 && (
        <EuiCallOut
          size="s"
          color="warning"
          iconType="warning"
          title={i18n.translate('security.visible.blind', {
            defaultMessage:
              'The query asks about {fields}, which the same person may not see: no document meets such a condition, and under “must_not” every document does.',
            values: { fields: blind.join(', ') },
          })}
        />
      )}
      {uncertain.length > 0 && (
        <EuiCallOut size="s" color="warning" iconType="warning" title={uncertainText(uncertain)} />
      )}
      {overridden.map((source) => (
        <EuiCallOut
          key={`${source.role}:${source.entry}`}
          size="s"
          color="warning"
          iconType="warning"
          title={overriddenText(source)}
        />
      ))}
    </EuiText>
  );
}

function DocumentsText({
  mode,
}: {
  readonly mode: ExplainedRestrictions['documents']['mode'];
}): ReactElement {
  switch (mode) {
    case 'all':
      return <FormattedMessage id="security.visible.allDocuments" defaultMessage="All documents" />;
    case 'some':
      return (
        <FormattedMessage
          id="security.visible.someDocuments"
          defaultMessage="Only documents that meet one of these queries:"
        />
      );
    case 'none':
      return <FormattedMessage id="security.visible.noDocuments" defaultMessage="No document" />;
    case 'error':
      return (
        <FormattedMessage
          id="security.visible.brokenDocuments"
          defaultMessage="Every search fails, because a query cannot be applied:"
        />
      );
  }
}

function fieldsText(
  mode: ExplainedRestrictions['fields']['mode'],
  fields: readonly string[]
): string {
  const values = { fields: fields.join(', ') };
  switch (mode) {
    case 'all':
      return i18n.translate('security.visible.allFields', { defaultMessage: 'All fields' });
    case 'include':
      return i18n.translate('security.visible.onlyFields', {
        defaultMessage: 'Only the fields {fields}',
        values,
      });
    case 'exclude':
      return i18n.translate('security.visible.exceptFields', {
        defaultMessage: 'All fields but {fields}',
        values,
      });
    case 'none':
      return i18n.translate('security.visible.noFields', { defaultMessage: 'No field' });
  }
}

function maskingText(
  mode: ExplainedRestrictions['masking']['mode'],
  fields: readonly string[]
): string {
  switch (mode) {
    case 'none':
      return i18n.translate('security.visible.noMasking', { defaultMessage: 'Nothing is masked' });
    case 'some':
      return i18n.translate('security.visible.masked', {
        defaultMessage: 'Masked: {fields}. Numbers and booleans are shown as they are.',
        values: { fields: fields.join(', ') },
      });
    case 'all':
      return i18n.translate('security.visible.allMasked', {
        defaultMessage: 'Everything is masked',
      });
    case 'error':
      return i18n.translate('security.visible.brokenMasks', {
        defaultMessage: 'Every search fails, because several masks name the same field: {fields}',
        values: { fields: fields.join(', ') },
      });
  }
}

/** Warning about query fields whose types decide which documents match. */
export const uncertainText = (fields: readonly string[]): string =>
  i18n.translate('security.visible.uncertain', {
    defaultMessage:
      'The query asks about {fields}, which include hidden or masked fields: the types of the fields decide which documents it finds.',
    values: { fields: fields.join(', ') },
  });

function overriddenText({ role, entry, displaced = [] }: RestrictionSource): string {
  return i18n.translate('security.visible.displaced', {
    defaultMessage:
      'Index permission {number} of {role} has no effect here in {parts}: a later one of the same role takes its place.',
    values: { number: entry + 1, role, parts: displaced.map(kindText).join(', ') },
  });
}

function kindText(kind: RestrictionKind): string {
  switch (kind) {
    case 'dls':
      return i18n.translate('security.visible.dls', { defaultMessage: 'its document query' });
    case 'fls':
      return i18n.translate('security.visible.fls', { defaultMessage: 'its field list' });
    case 'masked_fields':
      return i18n.translate('security.visible.masks', { defaultMessage: 'its masks' });
  }
}
