/**
 * Effective restrictions of an index over all roles, with warnings about overridden entries and
 * about queries on hidden fields.
 */
import type { ExplainedRestrictions, RestrictionKind, RestrictionSource } from '@sd/contracts';
import { EuiCallOut, EuiCode, EuiText } from '@elastic/eui';
import { FormattedMessage, t } from '@sd/core/public';
import type { ReactElement } from 'react';

export function EffectiveRestrictions({
  index,
  documents,
  fields,
  masking,
  sources,
  undefined_choice: isChoiceUndefined,
}: ExplainedRestrictions): ReactElement {
  const overridden = sources.filter((source) => (source.displaced ?? []).length > 0);
  const blind = documents.blind_fields ?? [];
  const uncertain = documents.uncertain_fields ?? [];
  const label = t('security.visible.label', 'Visible data in {index}', { index });
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
          title={t(
            'security.visible.blind',
            "The query uses {fields}, which this user can't see: no document matches such a condition, and all documents match it under “must_not”.",
            { fields: blind.join(', ') }
          )}
        />
      )}
      {uncertain.length > 0 && (
        <EuiCallOut size="s" color="warning" iconType="warning" title={uncertainText(uncertain)} />
      )}
      {isChoiceUndefined && (
        <EuiCallOut
          size="s"
          color="warning"
          iconType="warning"
          title={t(
            'security.visible.undefinedChoice',
            "OpenSearch 2.x applies only some of these restrictions, because it doesn't combine regular expressions with other patterns. Which ones it applies is undefined. Use wildcards instead."
          )}
        />
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
          defaultMessage={'Only documents that match one of these queries:'}
        />
      );
    case 'none':
      return <FormattedMessage id="security.visible.noDocuments" defaultMessage={'No documents'} />;
    case 'error':
      return (
        <FormattedMessage
          id="security.visible.brokenDocuments"
          defaultMessage={"Every search fails, because a query can't be applied:"}
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
      return t('security.visible.allFields', 'All fields');
    case 'include':
      return t('security.visible.onlyFields', 'Only the fields {fields}', values);
    case 'exclude':
      return t('security.visible.exceptFields', 'All fields except {fields}', values);
    case 'none':
      return t('security.visible.noFields', 'No fields');
  }
}

function maskingText(
  mode: ExplainedRestrictions['masking']['mode'],
  fields: readonly string[]
): string {
  switch (mode) {
    case 'none':
      return t('security.visible.noMasking', 'Nothing is anonymized');
    case 'some':
      return t(
        'security.visible.masked',
        'Anonymized: {fields}. Numbers and booleans stay visible.',
        { fields: fields.join(', ') }
      );
    case 'all':
      return t('security.visible.allMasked', 'Everything is anonymized');
    case 'error':
      return t(
        'security.visible.brokenMasks',
        'Every search fails, because several rules anonymize the same field: {fields}',
        { fields: fields.join(', ') }
      );
  }
}

/** Warning about query fields whose types decide which documents match. */
export const uncertainText = (fields: readonly string[]): string =>
  t(
    'security.visible.uncertain',
    'The query uses {fields}, which include hidden or anonymized fields. Which documents it finds depends on the field types.',
    { fields: fields.join(', ') }
  );

function overriddenText({ role, entry, displaced = [] }: RestrictionSource): string {
  return t(
    'security.visible.displaced',
    'Index permission {number} of {role} has no effect here ({parts}): a later one of the same role overrides it.',
    { number: entry + 1, role, parts: displaced.map(kindText).join(', ') }
  );
}

function kindText(kind: RestrictionKind): string {
  switch (kind) {
    case 'dls':
      return t('security.visible.dls', 'its document query');
    case 'fls':
      return t('security.visible.fls', 'its field list');
    case 'masked_fields':
      return t('security.visible.masks', 'its anonymization');
  }
}
