/**
 * A list in a table cell: three entries separated by commas, then an ellipsis that opens the rest.
 * Source: specification section 2.1.
 */
import { EuiLink, EuiPopover, EuiText } from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement, useState } from 'react';
import { WrappingText } from './wrapping_text';
import { DASH } from './dash';

const MAX_VISIBLE_ITEMS = 3;
const INLINE = { display: 'inline', margin: 0 } as const;

/** Minimum target size: the ellipsis itself is too small (WCAG 2.5.8). */
const TARGET_STYLE = { minInlineSize: 24, minBlockSize: 24 } as const;

/** Props of {@link TruncatedList}. */
export interface TruncatedListProps {
  /** In display order. */
  readonly items: readonly string[];
  /** Accessible name of the list: "Backend roles of reader". */
  readonly label: string;
}

/**
 * Texts in limited space: a dash for an empty list, else the first three, and the rest on demand.
 */
export function TruncatedList({ items, label }: TruncatedListProps): ReactElement {
  if (items.length === 0) return <span>{DASH}</span>;
  return (
    <EuiText size="xs" style={{ overflowWrap: 'anywhere' }}>
      <ul aria-label={label} style={{ listStyle: 'none', margin: 0 }}>
        {items.slice(0, MAX_VISIBLE_ITEMS).map((item, index) => (
          <li key={index} style={INLINE}>
            <WrappingText text={item} />
            {index < items.length - 1 && ', '}
          </li>
        ))}
        {items.length > MAX_VISIBLE_ITEMS && (
          <li style={INLINE}>
            <FullList items={items} label={label} />
          </li>
        )}
      </ul>
    </EuiText>
  );
}

function FullList({ items, label }: TruncatedListProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  const name = t('uiKit.list.showAll', 'Show all {count}: {label}', { count: items.length, label });
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={() => setIsOpen(false)}
      repositionToCrossAxis={false}
      panelPaddingSize="s"
      aria-label={label}
      button={
        <EuiLink
          aria-label={name}
          title={name}
          aria-expanded={isOpen}
          style={TARGET_STYLE}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span aria-hidden="true">{'...'}</span>
        </EuiLink>
      }
    >
      {isOpen && (
        <EuiText
          size="xs"
          tabIndex={0}
          style={{ maxHeight: 300, maxWidth: 360, overflow: 'auto', overflowWrap: 'anywhere' }}
        >
          <ul aria-label={label} style={{ listStyle: 'none', margin: 0 }}>
            {items.map((item, index) => (
              <li key={index} style={{ margin: 0 }}>
                <WrappingText text={item} />
              </li>
            ))}
          </ul>
        </EuiText>
      )}
    </EuiPopover>
  );
}
