/** Compares two entities of a list, field by field. */
import {
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { fieldChanges } from './history/field_changes';
import { fieldLabel } from './history/field_labels';
import { FieldDifferences } from './history/field_differences';

/** One of the compared entities. */
export interface ComparedEntity {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface CompareFlyoutProps {
  readonly first: ComparedEntity;
  readonly second: ComparedEntity;
  readonly onClose: () => void;
}

export function CompareFlyout({ first, second, onClose }: CompareFlyoutProps): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'compare' });
  const title = t('security.compare.title', '{first} and {second}', {
    first: first.name,
    second: second.name,
  });
  return (
    <EuiFlyout size="m" ownFocus aria-labelledby={titleId} onClose={onClose}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="s">
          <h2 id={titleId} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </h2>
        </EuiTitle>
        <EuiText size="s" color="subdued">
          <p>{t('security.compare.intro', 'Shows only differences.')}</p>
        </EuiText>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        <FieldDifferences
          caption={title}
          changes={fieldChanges(first.fields, second.fields)}
          labelOf={fieldLabel}
          headings={[first.name, second.name]}
          empty={t('security.compare.same', 'Only the names differ.')}
        />
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}
