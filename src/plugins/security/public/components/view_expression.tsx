/** Link that opens JSON in a dialog. */
import {
  EuiCodeBlock,
  EuiLink,
  EuiModal,
  EuiModalBody,
  EuiModalHeader,
  EuiModalHeaderTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { t } from '@sd/core/public';
import { DASH } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';

export interface ViewExpressionProps {
  /** Dialog title. */
  readonly title: string;
  /** Any JSON value; an empty object is shown as a dash. */
  readonly value: unknown;
  /** Context of the link for screen readers. */
  readonly context?: string;
}

export function ViewExpression({ title, value, context }: ViewExpressionProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  if (isEmpty(value)) return <span>{DASH}</span>;
  return (
    <>
      <EuiLink
        data-test-subj="view-expression"
        aria-label={
          context &&
          t('security.expression.viewOf', 'View expression: {title}, {context}', { title, context })
        }
        onClick={() => setIsOpen(true)}
      >
        {t('security.expression.view', 'View expression')}
      </EuiLink>
      {isOpen && <ExpressionModal title={title} value={value} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ExpressionModal({
  title,
  value,
  onClose,
}: Pick<ViewExpressionProps, 'title' | 'value'> & { onClose: () => void }): ReactElement {
  const titleId = useGeneratedHtmlId({ prefix: 'expressionTitle' });
  return (
    <EuiModal
      aria-labelledby={titleId}
      onClose={onClose}
      data-test-subj="expression-modal"
      style={{ width: 600 }}
    >
      <EuiModalHeader>
        <EuiModalHeaderTitle id={titleId}>{title}</EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        <EuiCodeBlock language="json" isCopyable paddingSize="m" overflowHeight={300}>
          {JSON.stringify(value, null, 2)}
        </EuiCodeBlock>
      </EuiModalBody>
    </EuiModal>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'object' && Object.keys(value).length === 0);
