/** What was opened last on this device. */
import { EuiLink, EuiText } from '@elastic/eui';
import { useState, type ReactElement } from 'react';
import { FormattedMessage, useObservable, type CoreStart } from '@sd/core/public';
import { Section } from './section';

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
                <EuiLink href={http.basePath.prepend(link)}>{label}</EuiLink>
              </li>
            ))}
          </ul>
        )}
      </EuiText>
    </Section>
  );
}
