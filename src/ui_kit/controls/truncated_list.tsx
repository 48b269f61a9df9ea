/**
 * A list in a table cell: three entries separated by commas, then an ellipsis that opens the rest.
 */
import { EuiText } from '@elastic/eui';
import { t } from '@sd/core/public';
import { type ReactElement } from 'react';
import { PopoverButton } from './popover_button';
import { WrappingText } from './wrapping_text';
import { DASH } from './dash';

const MAX_VISIBLE_ITEMS = 3;
const LIST = { listStyle: 'none', margin: 0, padding: 0, overflowWrap: 'anywhere' } as const;
const INLINE = { display: 'inline', margin: 0 } as const;
const WHOLE = { maxHeight: 300, maxWidth: 360, overflow: 'auto' } as const;

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
    <ul aria-label={label} style={LIST}>
      {items.slice(0, MAX_VISIBLE_ITEMS).map((item, index) => (
        <li key={index} style={INLINE}>
          <WrappingText text={item} />
          {index < items.length - 1 && ', '}
        </li>
      ))}
      {items.length > MAX_VISIBLE_ITEMS && (
        <li style={INLINE}>
          <PopoverButton
            kind="dialog"
            name={t('uiKit.list.showAll', 'Show all {count}: {label}', {
              count: items.length,
              label,
            })}
            label={label}
            className="sdTextButton"
            content={() => <WholeList items={items} label={label} />}
          >
            <span aria-hidden="true">{'...'}</span>
          </PopoverButton>
        </li>
      )}
    </ul>
  );
}

const WholeList = ({ items, label }: TruncatedListProps): ReactElement => (
  <EuiText size="xs" tabIndex={0} style={WHOLE}>
    <ul aria-label={label} style={LIST}>
      {items.map((item, index) => (
        <li key={index} style={{ margin: 0 }}>
          <WrappingText text={item} />
        </li>
      ))}
    </ul>
  </EuiText>
);
