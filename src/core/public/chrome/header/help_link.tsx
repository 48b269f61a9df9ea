import { EuiButtonEmpty } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';

/** A form for a new issue, already labelled and titled. */
export function newIssueUrl(
  formUrl: string,
  { labels, title }: { readonly labels: readonly string[]; readonly title?: string }
): string {
  const query = new URLSearchParams();
  if (labels.length > 0) query.set('labels', labels.join(','));
  if (title) query.set('title', title);
  if (query.size === 0) return formUrl;
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
