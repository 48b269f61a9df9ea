/**
 * One filter of a list: a button that opens a searchable choice of values. The choice loads with
 * the first opening.
 */
import { EuiFilterButton, EuiLoadingSpinner, EuiPopover } from '@elastic/eui';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { FacetFilterProps } from './facet_types';

const FacetValues = lazy(async () => ({ default: (await import('./facet_values')).FacetValues }));

export function FacetFilter(props: FacetFilterProps): ReactElement {
  const { label, selected } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <EuiPopover
      isOpen={isOpen}
      closePopover={() => setIsOpen(false)}
      repositionToCrossAxis={false}
      panelPaddingSize="none"
      aria-label={label}
      button={
        <EuiFilterButton
          iconType="chevronSingleDown"
          aria-expanded={isOpen}
          aria-haspopup="dialog"
          hasActiveFilters={selected.length > 0}
          numActiveFilters={selected.length > 0 ? selected.length : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {label}
        </EuiFilterButton>
      }
    >
      {isOpen && (
        <Suspense fallback={<EuiLoadingSpinner size="m" />}>
          <FacetValues {...props} />
        </Suspense>
      )}
    </EuiPopover>
  );
}
