import { EuiButtonEmpty } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import { stringifyQueryParams } from '../../utils/query_params';

/** A form for a new issue, already labelled and titled. */
export function newIssueUrl(
  formUrl: string,
  { labels, title }: { readonly labels: readonly string[]; readonly title?: string }
): string {
  const query = stringifyQueryParams({
    labels: labels.length > 0 ? labels.join(',') : undefined,
    title: title || undefined,
  });
  if (query === '') return formUrl;
  return `${formUrl}${formUrl.includes('?') ? '&' : '?'}${query}`;
}

export interface HelpLinkProps {
  readonly children: ReactNode;
  readonly href?: string;
  readonly iconType?: string;
  readonly onClick?: () => void;
  /** Default true: help stays beside the work. */
  readonly opensNewTab?: boolean;
}

/** One line of the help menu: a link, or a button where there is no address. */
export function HelpLink({
  children,
  href,
  iconType,
  onClick,
  opensNewTab = true,
}: HelpLinkProps): ReactElement {
  const look = { size: 's', flush: 'left', iconType, onClick } as const;
  return (
    <div>
      {href ? (
        <EuiButtonEmpty
          {...look}
          href={href}
          {...(opensNewTab ? { target: '_blank', rel: 'noopener' } : {})}
        >
          {children}
        </EuiButtonEmpty>
      ) : (
        <EuiButtonEmpty {...look}>{children}</EuiButtonEmpty>
      )}
    </div>
  );
}
