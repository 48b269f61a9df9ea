/** Facts about one thing, in the type size of the text around them. */
import { EuiDescriptionList, useEuiFontSize } from '@elastic/eui';
import type { CSSProperties, ReactElement, ReactNode } from 'react';

/** Props of {@link Facts}. */
export interface FactsProps {
  /** In display order. */
  readonly items: ReadonlyArray<{
    /** Name of the fact. */
    readonly title: ReactNode;
    /** Its value. */
    readonly description: ReactNode;
  }>;
  /** Whether each name is above its value instead of beside it. */
  readonly isStacked?: boolean;
  /** Set on the list. */
  readonly style?: CSSProperties;
}

/** Names and values. EUI's compressed list sets the values smaller than their names. */
export function Facts({ items, isStacked = false, style }: FactsProps): ReactElement {
  const { fontSize, lineHeight } = useEuiFontSize('s');
  const size = { style: { fontSize, lineHeight } };
  return (
    <EuiDescriptionList
      compressed
      type={isStacked ? 'row' : 'responsiveColumn'}
      style={{ overflowWrap: 'anywhere', ...style }}
      titleProps={size}
      descriptionProps={size}
      listItems={items.map(({ title, description }) => ({
        title: title as NonNullable<ReactNode>,
        description: description as NonNullable<ReactNode>,
      }))}
    />
  );
}
