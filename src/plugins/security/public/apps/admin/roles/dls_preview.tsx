/**
 * Preview of an index permission: documents and their number in each matching index, limited to
 * what the current user may see. Requested by a button, never while typing.
 */
import {
  EuiButton,
  EuiCallOut,
  EuiCodeBlock,
  EuiPanel,
  EuiSkeletonText,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import type { DlsPreview as Preview, DlsPreviewRequest, PreviewedIndex } from '@sd/contracts';
import { i18n, send, t } from '@sd/core/public';
import { type Control, LoadError, useServerQuery, useWatch } from '@sd/ui_kit';
import { PREVIEW_DOCUMENTS } from '../../../../common';
import { uncertainText } from '../../../components/access/effective_restrictions';
import { NotConsidered } from '../../../components/access/not_considered';
import { EntityPicker } from '../../../components/form/entity_picker';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { toFieldSecurity, type IndexPermissionForm, type RoleForm } from './role_form_state';

/** Preview of one index: visible and total document counts, with sample documents. */
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
          title={t(
            'security.preview.blind',
            'The query uses {fields}, which this permission hides or anonymizes: no document matches such a condition, and all documents match it under “must_not”.',
            { fields: blind.join(', ') }
          )}
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
          aria-label={t('security.preview.documents', 'Documents of {index}', {
            index: index.index,
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
            {t(
              'security.preview.leftOut',
              "Some documents are not shown: they are too large, or have fields that can't be hidden in the preview."
            )}
          </p>
        )}
        {index.masked_fields.length > 0 && documents.length > 0 && (
          <p>
            {t('security.preview.masked', 'Anonymized fields are not shown: {fields}', {
              fields: index.masked_fields.join(', '),
            })}
          </p>
        )}
        {index.is_partial && (
          <p>
            {t(
              'security.preview.partial',
              'The cluster stopped before searching everything. There may be more.'
            )}
          </p>
        )}
      </EuiText>
    </>
  );
}

function countText({ documents_access: access, visible, total }: PreviewedIndex): string {
  if (access.mode === 'error')
    return t(
      'security.preview.unresolved',
      'Every search fails: a placeholder in the query has no value.'
    );
  const values = { visible: amountText(visible), total: amountText(total) };
  return total
    ? t('security.preview.count', '{visible} of {total} documents', values)
    : t('security.preview.countAll', 'All documents: {visible}', values);
}

const amountText = (count: PreviewedIndex['visible']): string =>
  count?.relation === 'gte'
    ? t('security.preview.atLeast', 'at least {value, number}', { value: count.value })
    : i18n.formatNumber(count?.value ?? 0);

export interface DlsPreviewProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
}

export function DlsPreview({ control, index }: DlsPreviewProps): ReactElement {
  const row = useWatch({ control, name: `indexPermissions.${index}` });
  const [user, setUser] = useState<readonly string[]>([]);
  const hasPlaceholders = /\$\{/.test(`${row.dls} ${row.patterns.join(' ')}`);
  const request = toPreviewRequest(row, hasPlaceholders ? user[0] : undefined);
  const [previewed, setPreviewed] = useState(request);
  const isSame = JSON.stringify(previewed) === JSON.stringify(request);
  return (
    <EuiPanel hasBorder hasShadow={false} paddingSize="s">
      {hasPlaceholders && (
        <EntityPicker
          resource="internalusers"
          label={t('security.preview.user', 'Preview as user')}
          helpText={t(
            'security.preview.userHelp',
            'An internal user whose values replace the placeholders. Leave empty to use yours.'
          )}
          chosen={user}
          onChange={setUser}
          isSingle
          isClosed
        />
      )}
      {!isSame && (
        <>
          <EuiText size="s" role="status">
            {t('security.preview.changed', 'The permission has changed since this preview.')}
          </EuiText>
          <EuiSpacer size="xs" />
          <EuiButton size="s" iconType="refresh" onClick={() => setPreviewed(request)}>
            {t('security.preview.again', 'Refresh preview')}
          </EuiButton>
          <EuiSpacer size="s" />
        </>
      )}
      {previewed.index.length === 0 ? (
        <EuiText size="s">
          {t('security.preview.noPatterns', 'Enter an index or index pattern first.')}
        </EuiText>
      ) : (
        <PreviewResult request={previewed} />
      )}
    </EuiPanel>
  );
}

const toPreviewRequest = (
  row: IndexPermissionForm,
  user: string | undefined
): DlsPreviewRequest => ({
  index: [...row.patterns],
  query: row.dls,
  fls: [...toFieldSecurity(row)],
  masked_fields: [...row.maskedFields],
  ...(user !== undefined && { user }),
});

function PreviewResult({ request }: { readonly request: DlsPreviewRequest }): ReactElement {
  const { http } = useAdmin().core;
  const { data, error, reload } = useServerQuery(
    [...SECURITY_KEY, 'preview', JSON.stringify(request)],
    (signal) => send(http, PREVIEW_DOCUMENTS, { body: request, signal }),
    { isFresh: true }
  );
  if (error !== undefined && !data) return <LoadError error={error} onRetry={reload} />;
  return data ? <PreviewContent {...data} /> : <EuiSkeletonText lines={3} />;
}

function PreviewContent({
  is_valid: isValid,
  problem,
  indices,
  is_cut: isCut,
  not_considered: notConsidered,
}: Preview): ReactElement {
  if (!isValid)
    return (
      <EuiCallOut
        announceOnMount
        size="s"
        color="danger"
        iconType="error"
        title={t('security.preview.refused', "The cluster can't parse this query.")}
      >
        <p style={{ overflowWrap: 'anywhere' }}>{problem}</p>
      </EuiCallOut>
    );
  return (
    <section aria-label={t('security.preview.label', 'Preview')}>
      <NotConsidered codes={notConsidered} />
      <EuiText size="xs" color="subdued">
        {t('security.preview.asYou', 'Shows only documents you can see yourself.')}
      </EuiText>
      {indices.length === 0 && (
        <EuiText size="s" role="status">
          {t(
            'security.preview.noIndex',
            'No index you can see matches this pattern. The query itself is valid.'
          )}
        </EuiText>
      )}
      {indices.map((one: PreviewedIndex) => (
        <PreviewedDocuments key={one.index} {...one} />
      ))}
      {isCut && (
        <EuiText size="s">
          {t('security.preview.cut', 'More indices match. Use a narrower pattern to see them.')}
        </EuiText>
      )}
    </section>
  );
}
