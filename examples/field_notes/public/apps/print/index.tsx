/** Print view: all notes of the tenant on one page without header or navigation. */
import {
  EuiButton,
  EuiCallOut,
  EuiLoadingSpinner,
  EuiSpacer,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import type { ReactElement } from 'react';
import {
  type AppMountParameters,
  type CoreSetup,
  renderApp,
  t,
  type UnmountCallback,
  useCoreTheme,
} from '@sd/core/public';
import { LoadError, QueryProvider, useServerQuery } from '@sd/ui_kit';
import type { FieldNotesDeps } from '../../services/deps';
import { NOTES_KEY } from '../../services/query_keys';

type Metadata = CoreSetup['injectedMetadata'];

export const mountPrintApp = (
  { element }: AppMountParameters,
  deps: FieldNotesDeps,
  metadata: Metadata
): UnmountCallback =>
  renderApp(
    element,
    <QueryProvider>
      <PrintPage {...deps} productName={metadata.getBranding().productName} />
    </QueryProvider>
  );

function PrintPage({
  core,
  client,
  exporting,
  productName,
}: FieldNotesDeps & { readonly productName: string }): ReactElement {
  const { darkMode } = useCoreTheme();
  const {
    data: text,
    error,
    reload,
  } = useServerQuery([...NOTES_KEY, 'text'], () => exporting.toText(client));
  return (
    <div style={{ padding: 24, maxWidth: 800, marginInline: 'auto' }}>
      <EuiTitle>
        <h1>{t('fieldNotes.print.heading', 'Field notes from {productName}', { productName })}</h1>
      </EuiTitle>
      <EuiSpacer />
      {darkMode && (
        <EuiCallOut size="s" title={t('fieldNotes.print.dark', 'Dark pages use a lot of ink')}>
          <EuiButton size="s" onClick={() => core.theme.setDarkMode(false)}>
            {t('fieldNotes.print.light', 'Use the light theme')}
          </EuiButton>
        </EuiCallOut>
      )}
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {text === undefined && error === undefined && <EuiLoadingSpinner size="xl" />}
      <EuiText>
        <div style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</div>
      </EuiText>
    </div>
  );
}
