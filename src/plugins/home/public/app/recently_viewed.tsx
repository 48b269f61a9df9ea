/** What was opened last on this device. */
import { EuiLink, EuiText } from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { FormattedMessage, useObservable, type CoreStart } from '@sd/core/public';
import { Section } from './section';

/** WCAG 2.5.8: links of a list, one below the other. */
const TARGET_STYLE = { display: 'inline-block', minBlockSize: 24, minInlineSize: 24 } as const;

export function RecentlyViewed({
  core: { chrome, http },
}: {
  readonly core: CoreStart;
}): ReactElement {
  const [items$] = useState(() => chrome.recentlyAccessed.get$());
  const items = useObservable(items$, chrome.recentlyAccessed.get());
  return (
    <Section
      title={<FormattedMessage id="home.recent.title" defaultMessage="Recently viewed" />}
      testSubject="homeRecentlyViewed"
    >
      <EuiText size="s">
        {items.length === 0 ? (
          <p>
            <FormattedMessage id="home.recent.empty" defaultMessage="No recently viewed items" />
          </p>
        ) : (
          <ul>
            {items.map(({ id, link, label }) => (
              <li key={id}>
                <EuiLink href={http.basePath.prepend(link)} style={TARGET_STYLE}>
                  {label}
                </EuiLink>
              </li>
            ))}
          </ul>
        )}
      </EuiText>
    </Section>
  );
}
