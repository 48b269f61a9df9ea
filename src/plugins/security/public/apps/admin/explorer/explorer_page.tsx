/**
 * Access explorer: whether a subject may do something, why, and which change would alter it. The
 * address stores the request, so that a result can be shared.
 */
import { EuiButtonEmpty, EuiSkeletonText, EuiSpacer, useIsWithinBreakpoints } from '@elastic/eui';
import { t } from '@sd/core/public';
import {
  LoadError,
  PageHeader,
  useAppLocation,
  useLink,
  usePage,
  useServerQuery,
} from '@sd/ui_kit';
import { type ReactElement, useEffect, useRef } from 'react';
import { MissingFeature } from '../../../components/missing_feature';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { SECURITY_KEY } from '../../../services/query_keys';
import { EXPLORER_PAGES } from '../paths';
import { READ } from './action_verbs';
import { ExplorerResult } from './explorer_result';
import {
  requestExplanation,
  type ExplorerRequest,
  isComplete,
  requestFromSearch,
  requestToSearch,
} from './explain_request';
import { ExplainForm } from './explain_form';

/** Height of the fixed shell header. */
const HEADER_PX = 112;

const title = (): string => t('security.explorer.title', 'Access explorer');

export function ExplorerPage(): ReactElement {
  if (useFeature('explain')) return <Explorer />;
  return (
    <MissingFeature
      title={title()}
      reason={t(
        'security.explorer.missing',
        "This server's backend can't explain access. Check the user's roles and their mappings instead."
      )}
    />
  );
}

function Explorer(): ReactElement {
  const { history } = useAdmin().kit.services;
  const { search } = useAppLocation();
  const link = useLink();
  const request = requestFromSearch(search);
  usePage([{ text: title() }]);
  const open = (next: ExplorerRequest) =>
    history.push({ pathname: EXPLORER_PAGES.main, search: `?${requestToSearch(next)}` });
  return (
    <>
      <PageHeader
        title={title()}
        description={t(
          'security.explorer.intro',
          'Check what a user can do and see why. Nothing is changed. You can share the link to a result.'
        )}
        actions={
          <EuiButtonEmpty {...link(EXPLORER_PAGES.matrix)} iconType="visTable">
            {t('security.common.accessMatrix', 'Access matrix')}
          </EuiButtonEmpty>
        }
      />
      {/* The key resets the form for another address. */}
      <div style={{ maxInlineSize: 800 }}>
        <ExplainForm
          key={search}
          initial={{ ...request, action: request.action || READ }}
          onSubmit={open}
        />
        <EuiSpacer size="m" />
        {isComplete(request) && <Explanation key={`explanation${search}`} request={request} />}
      </div>
    </>
  );
}

function Explanation({ request }: { readonly request: ExplorerRequest }): ReactElement {
  const services = useAdmin();
  const { data, error, reload, isLoading } = useServerQuery(
    [...SECURITY_KEY, 'explain', requestToSearch(request)],
    (signal) => requestExplanation(services, request, signal)
  );
  const container = useRef<HTMLDivElement>(null);
  // On narrow screens the form fills the window and the result would be out of view.
  const isNarrow = useIsWithinBreakpoints(['xs', 's']);
  useEffect(() => {
    if (isNarrow && data) container.current?.scrollIntoView({ block: 'start' });
  }, [isNarrow, data]);
  return (
    <div ref={container} aria-live="polite" style={{ scrollMarginBlockStart: HEADER_PX }}>
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {data ? (
        <ExplorerResult request={request} response={data} onAgain={reload} isLoading={isLoading} />
      ) : (
        isLoading && <EuiSkeletonText lines={6} />
      )}
    </div>
  );
}
