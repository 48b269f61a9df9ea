import { EuiSpacer, EuiTitle, useGeneratedHtmlId } from '@elastic/eui';
import type { ReactElement, ReactNode } from 'react';

interface SectionProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly testSubject?: string;
}

/** A section of the screen, labeled by its heading for assistive technology. */
export function Section({ title, children, testSubject }: SectionProps): ReactElement {
  const headingId = useGeneratedHtmlId();
  return (
    <section aria-labelledby={headingId} data-test-subj={testSubject}>
      <EuiTitle size="s">
        <h2 id={headingId}>{title}</h2>
      </EuiTitle>
      <EuiSpacer size="s" />
      {children}
      <EuiSpacer size="l" />
    </section>
  );
}
