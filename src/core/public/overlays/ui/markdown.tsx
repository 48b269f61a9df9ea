/**
 * Renders Markdown with the design system. HTML in it is not rendered, and links lead only to http,
 * https and mailto addresses, or to where the caller says.
 */
import {
  EuiLink,
  EuiMarkdownFormat,
  getDefaultEuiMarkdownParsingPlugins,
  getDefaultEuiMarkdownProcessingPlugins,
} from '@elastic/eui';
import {
  type ComponentProps,
  createElement,
  type MouseEvent,
  type ReactElement,
  useMemo,
} from 'react';
import { isPlainLeftClick } from '../../utils/plain_click';

export function Markdown({ children }: { readonly children: string }): ReactElement {
  return <EuiMarkdownFormat textSize="s">{children}</EuiMarkdownFormat>;
}

export interface MarkdownDocumentProps {
  readonly children: string;
  /**
   * Returns where a link to another document leads, and `undefined` if that is not available: then
   * the link becomes a text.
   */
  readonly resolveLink: (target: string) => string | undefined;
  /** Follows a link that `resolveLink` returned. */
  readonly onFollow: (href: string) => void;
}

/** A document as in a repository: links to files, sections with ids, wrapped lines. */
export function MarkdownDocument({
  children,
  resolveLink,
  onFollow,
}: MarkdownDocumentProps): ReactElement {
  const parsing = useMemo(
    () => [...documentParsing(), [adaptDocument, { resolveLink }]],
    [resolveLink]
  );
  const processing = useMemo(() => documentProcessing(onFollow), [onFollow]);
  return (
    <EuiMarkdownFormat
      textSize="m"
      parsingPluginList={parsing as ComponentProps<typeof EuiMarkdownFormat>['parsingPluginList']}
      processingPluginList={processing}
    >
      {children}
    </EuiMarkdownFormat>
  );
}

/** Without what repositories do not know, such as line breaks inside a paragraph. */
const documentParsing = () =>
  getDefaultEuiMarkdownParsingPlugins({
    exclude: ['lineBreaks', 'emoji', 'linkValidator', 'checkbox', 'tooltip'],
  });

/** The parts of a syntax tree that are changed. */
interface MarkdownNode {
  type: string;
  value?: string;
  url?: string;
  data?: { hName?: string; hProperties?: Readonly<Record<string, unknown>> };
  children?: MarkdownNode[];
}

const WEBSITE = /^(https?|mailto):/;

/** Gives headings their ids, and links their targets. */
const adaptDocument = ({ resolveLink }: Pick<MarkdownDocumentProps, 'resolveLink'>) => {
  const visit = (node: MarkdownNode, ids: Map<string, number>): void => {
    if (node.type === 'heading') node.data = { hProperties: { id: uniqueId(toText(node), ids) } };
    if (node.type === 'inlineCode') node.data = { hProperties: { style: INLINE_CODE } };
    if (node.type === 'link') adaptLink(node, resolveLink);
    node.children?.forEach((child) => visit(child, ids));
  };
  return (tree: MarkdownNode) => visit(tree, new Map());
};

function adaptLink(node: MarkdownNode, resolveLink: MarkdownDocumentProps['resolveLink']): void {
  const { url = '', children = [] } = node;
  if (WEBSITE.test(url)) return;
  const href = resolveLink(url);
  if (href !== undefined) {
    node.url = href;
    node.data = { hProperties: { 'data-internal': 'true' } };
    return;
  }
  node.type = 'strong';
  node.data = { hName: 'span' };
  node.children = [
    ...children,
    { type: 'text', value: ' (' },
    { type: 'inlineCode', value: url.replace(/^(\.\.?\/)+/, '') },
    { type: 'text', value: ')' },
  ];
}

const toText = ({ value, children = [] }: MarkdownNode): string =>
  value ?? children.map(toText).join('');

/** As repository hosts generate them, so that links work in both. */
function uniqueId(title: string, ids: Map<string, number>): string {
  const id = title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
  const count = ids.get(id) ?? 0;
  ids.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

/** Below the fixed header. A link moves the focus here, so that reading continues from here. */
const HEADING = { scrollMarginBlockStart: 112, outline: 'none' };
/** Like text: names stand between commas and parentheses. */
const INLINE_CODE = 'padding: 0; background: none; overflow-wrap: anywhere';
const SCROLLING = { overflowX: 'auto', maxInlineSize: '100%' } as const;

function documentProcessing(onFollow: MarkdownDocumentProps['onFollow']) {
  const plugins = getDefaultEuiMarkdownProcessingPlugins({ exclude: ['checkbox', 'tooltip'] });
  const heading = (tag: string) => (props: object) =>
    createElement(tag, { ...props, style: HEADING, tabIndex: -1 });
  Object.assign(plugins[1][1].components, {
    h1: heading('h1'),
    h2: heading('h2'),
    h3: heading('h3'),
    h4: heading('h4'),
    a: documentLink(onFollow),
    table: (props: object) => (
      // Scrolls by keyboard, too.
      <div style={SCROLLING} tabIndex={0}>
        <table className="euiMarkdownFormat__table" {...props} />
      </div>
    ),
  });
  return plugins;
}

interface DocumentLinkProps {
  readonly href: string;
  readonly children: ReactElement;
  readonly 'data-internal'?: string;
}

const documentLink = (onFollow: MarkdownDocumentProps['onFollow']) =>
  function DocumentLink({ href, children, 'data-internal': internal }: DocumentLinkProps) {
    if (!internal)
      return (
        <EuiLink href={href} target="_blank">
          {children}
        </EuiLink>
      );
    return (
      <EuiLink
        href={href}
        onClick={(event: MouseEvent<HTMLAnchorElement>) => {
          if (!isPlainLeftClick(event)) return;
          event.preventDefault();
          onFollow(href);
        }}
      >
        {children}
      </EuiLink>
    );
  };
