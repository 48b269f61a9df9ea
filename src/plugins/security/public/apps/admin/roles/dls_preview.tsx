/**
 * What an index permission shows: documents and their number in each index that its patterns match,
 * as far as whoever looks may see them. Asked when one asks, never while one types.
 */
import { EuiButton, EuiCallOut, EuiPanel, EuiSkeletonText, EuiSpacer, EuiText } from '@elastic/eui';
import type { DlsPreview as Preview, DlsPreviewRequest, PreviewedIndex } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type Control, LoadError, useServerQuery, useWatch } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { EntityPicker } from '../../../components/form/entity_picker';
import { useAdmin } from '../../../services/admin_context';
import { previewDocuments } from '../../../services/indices_client';
import { SECURITY_KEY } from '../../../services/query_keys';
import { PreviewedDocuments } from './previewed_documents';
import { fieldSecurityOf, type IndexPermissionForm, type RoleForm } from './role_form_state';

export interface DlsPreviewProps {
  readonly control: Control<RoleForm>;
  readonly index: number;
}

export function DlsPreview({ control, index }: DlsPreviewProps): ReactElement {
  const row = useWatch({ control, name: `indexPermissions.${index}` });
  const [user, setUser] = useState<readonly string[]>([]);
  const hasPlaceholders = /\$\{/.test(`${row.dls} ${row.patterns.join(' ')}`);
  const request = requestOf(row, hasPlaceholders ? user[0] : undefined);
  const [asked, setAsked] = useState(request);
  const isSame = JSON.stringify(asked) === JSON.stringify(request);
  return (
    <EuiPanel hasBorder hasShadow={false} paddingSize="s">
      {hasPlaceholders && (
        <EntityPicker
          resource="internalusers"
          label={i18n.translate('security.preview.user', {
            defaultMessage: 'Fill in placeholders for',
          })}
          helpText={i18n.translate('security.preview.userHelp', {
            defaultMessage: 'An internal user; without one they are filled in for you.',
          })}
          chosen={user}
          onChange={setUser}
          isSingle
          isClosed
        />
      )}
      {!isSame && (
        <>
          <EuiText size="s" role="status">
            <FormattedMessage
              id="security.preview.changed"
              defaultMessage="The permission has changed since this was shown."
            />
          </EuiText>
          <EuiSpacer size="xs" />
          <EuiButton size="s" iconType="refresh" onClick={() => setAsked(request)}>
            <FormattedMessage id="security.preview.again" defaultMessage="Preview again" />
          </EuiButton>
          <EuiSpacer size="s" />
        </>
      )}
      {asked.index.length === 0 ? (
        <EuiText size="s">
          <FormattedMessage
            id="security.preview.noPatterns"
            defaultMessage="Name an index or index pattern first."
          />
        </EuiText>
      ) : (
        <Response question={asked} />
      )}
    </EuiPanel>
  );
}

const requestOf = (row: IndexPermissionForm, user: string | undefined): DlsPreviewRequest => ({
  index: [...row.patterns],
  query: row.dls,
  fls: [...fieldSecurityOf(row)],
  masked_fields: [...row.maskedFields],
  ...(user !== undefined && { user }),
});

function Response({ question: request }: { readonly question: DlsPreviewRequest }): ReactElement {
  const { http } = useAdmin().core;
  const { data, error, reload } = useServerQuery(
    [...SECURITY_KEY, 'preview', JSON.stringify(request)],
    (signal) => previewDocuments(http, request, signal),
    { isFresh: true }
  );
  if (error !== undefined && !data) return <LoadError error={error} onRetry={reload} />;
  return data ? <Answered {...data} /> : <EuiSkeletonText lines={3} />;
}

function Answered({ is_valid: isValid, problem, indices, is_cut: isCut }: Preview): ReactElement {
  if (!isValid)
    return (
      <EuiCallOut
        announceOnMount
        size="s"
        color="danger"
        iconType="error"
        title={
          <FormattedMessage
            id="security.preview.refused"
            defaultMessage="The cluster cannot read this query."
          />
        }
      >
        <p style={{ overflowWrap: 'anywhere' }}>{problem}</p>
      </EuiCallOut>
    );
  return (
    <section aria-label={i18n.translate('security.preview.label', { defaultMessage: 'Preview' })}>
      <EuiText size="xs" color="subdued">
        <FormattedMessage
          id="security.preview.asYou"
          defaultMessage="As far as you may see them yourself: what is hidden from you is neither counted nor shown."
        />
      </EuiText>
      {indices.length === 0 && (
        <EuiText size="s" role="status">
          <FormattedMessage
            id="security.preview.noIndex"
            defaultMessage="No index that you may see is called like this now; the cluster has read the query all the same."
          />
        </EuiText>
      )}
      {indices.map((one: PreviewedIndex) => (
        <PreviewedDocuments key={one.index} {...one} />
      ))}
      {isCut && (
        <EuiText size="s">
          <FormattedMessage
            id="security.preview.cut"
            defaultMessage="More indices match. Narrow the pattern to see those."
          />
        </EuiText>
      )}
    </section>
  );
}
