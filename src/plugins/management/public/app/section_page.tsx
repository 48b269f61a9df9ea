/** A section under its heading: mounts it, and tells when that fails. */
import { EuiLoadingSpinner } from '@elastic/eui';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import {
  i18n,
  ScopedHistory,
  type ChromeBreadcrumb,
  type UnsavedChangesGuard,
} from '@sd/core/public';
import { LoadError } from '../components/load_error';
import { sectionPath } from '../services/section_registry';
import type { ManagementSection } from '../types';
import { PageHeading, type FrameProps } from './page_frame';

export interface SectionPageProps extends FrameProps {
  readonly section: ManagementSection;
  readonly guard: UnsavedChangesGuard;
}

type MountState =
  | { readonly phase: 'mounting' }
  | { readonly phase: 'mounted' }
  | { readonly phase: 'failed'; readonly error: unknown };

export function SectionPage({ section, guard, ...frame }: SectionPageProps): ReactElement {
  const { history } = frame;
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<MountState>({ phase: 'mounting' });
  const [crumbs, setCrumbs] = useState<readonly ChromeBreadcrumb[]>();

  useEffect(() => {
    const element = document.createElement('div');
    container.current?.append(element);
    const params = {
      element,
      history: new ScopedHistory(history, sectionPath(section)),
      setBreadcrumbs: setCrumbs,
      setUnsavedChanges: (hasUnsavedChanges: boolean) => guard.setDirty(hasUnsavedChanges),
    };
    let isGone = false;
    let unmount: (() => void) | undefined;
    setState({ phase: 'mounting' });
    const mount = async () => section.mount(params);
    mount().then(
      (done) => {
        if (isGone) return done();
        unmount = done;
        setState({ phase: 'mounted' });
      },
      (error: unknown) => {
        if (!isGone) setState({ phase: 'failed', error });
      }
    );
    return () => {
      isGone = true;
      guard.setDirty(false);
      unmount?.();
      element.remove();
    };
  }, [section, guard, history, attempt]);

  return (
    <div data-test-subj="managementSection">
      <PageHeading
        {...frame}
        title={section.title}
        description={section.description}
        crumbs={crumbs}
      />
      {state.phase === 'mounting' && (
        <div style={{ display: 'flex', justifyContent: 'center', padding: 64 }}>
          <EuiLoadingSpinner
            size="xl"
            aria-label={i18n.translate('management.section.loading', {
              defaultMessage: 'Loading page',
            })}
          />
        </div>
      )}
      {state.phase === 'failed' && (
        <LoadError
          title={i18n.translate('management.section.error', {
            defaultMessage: 'The page could not be loaded',
          })}
          error={state.error}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      <div ref={container} />
    </div>
  );
}
