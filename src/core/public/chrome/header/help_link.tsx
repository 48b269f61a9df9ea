import { EuiButtonEmpty } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';
import { stringifyQueryParams } from '../../utils/query_params';

/** URL of the form for a new issue, with labels and title filled in. */
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
  /** Default: true, so that the page stays open beside the help. */
  readonly opensNewTab?: boolean;
}

/** One item of the help menu: a link, or a button if it has no URL. */
export function HelpLink({
  children,
  href,
  iconType,
  onClick,
  opensNewTab = true,
}: HelpLinkProps): ReactElement {
  const buttonProps = {
    size: 's',
    flush: 'left',
    iconType,
    onClick,
    style: WRAPPING,
    // Without the element that would cut the text.
    textProps: false,
  } as const;
  return (
    <div>
      {href ? (
        <EuiButtonEmpty
          {...buttonProps}
          href={href}
          {...(opensNewTab ? { target: '_blank', rel: 'noopener' } : {})}
        >
          {children}
        </EuiButtonEmpty>
      ) : (
        <EuiButtonEmpty {...buttonProps}>{children}</EuiButtonEmpty>
      )}
    </div>
  );
}

/** The menu is narrow, and a product's name can be long. */
const WRAPPING = {
  blockSize: 'auto',
  minBlockSize: 32,
  whiteSpace: 'normal',
  textAlign: 'start',
} as const;
