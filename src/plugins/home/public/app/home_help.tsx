/** Help on the home page. Source: specification section 2.1 ("Learn more"). */
import { EuiText } from '@elastic/eui';
import { type CoreStart, i18n } from '@sd/core/public';
import { lazyPage, PageHelpLinks, PageHelpProvider } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';

const HomeHelpTexts = lazyPage(async () => (await import('./home_help_texts')).HomeHelpTexts);

export function HomeHelp({ core }: { readonly core: CoreStart }): ReactElement {
  const help = useMemo(
    () => ({
      title: i18n.translate('home.appTitle', { defaultMessage: 'Home' }),
      documentation: core.docLinks.links['opensearchDashboards']?.['introduction'] ?? '',
      Content: HomeHelpTexts,
    }),
    [core]
  );
  return (
    <PageHelpProvider help={help.documentation === '' ? undefined : help}>
      <EuiText size="s" component="div">
        <PageHelpLinks />
      </EuiText>
    </PageHelpProvider>
  );
}
