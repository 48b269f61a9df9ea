/** A section under its heading: mounts it, and tells when that fails. */
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { i18n, ScopedHistory, type ChromeBreadcrumb } from '@sd/core/public';
import {
  draftAddress,
  isMissingBundle,
  LoadError,
  PageFailure,
  PageHeader,
  PageLoading,
  useKit,
  usePage,
} from '@sd/ui_kit';
import { sectionPath } from '../services/section_registry';
import type { ManagementSection, ManagementSectionMountParams } from '../types';

type MountState =
  | { readonly phase: 'mounting' }
  | { readonly phase: 'mounted' }
  | { readonly phase: 'failed'; readonly error: unknown };

export function SectionPage({ section }: { readonly section: ManagementSection }): ReactElement {
  const kit = useKit();
  const container = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<MountState>({ phase: 'mounting' });
  const [crumbs, setCrumbs] = useState<readonly ChromeBreadcrumb[]>();
  usePage([{ text: section.title }], crumbs);

  useEffect(() => {
    const element = document.createElement('div');
    container.current?.append(element);
    const path = sectionPath(section);
    const history = new ScopedHistory(kit.history, path);
    const draft = { href: draftAddress(kit.history, path), label: section.title };
    /** What a section only reports it does not keep. */
    let isReported = false;
    const report = (hasUnsavedChanges: boolean) => {
      if (hasUnsavedChanges) kit.drafts.keep(draft, () => undefined);
      else if (isReported) kit.drafts.drop(draft.href);
      isReported = hasUnsavedChanges;
    };
    const params: ManagementSectionMountParams = {
      element,
      history,
      kit: { ...kit, history },
      setBreadcrumbs: setCrumbs,
      setUnsavedChanges: report,
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
      report(false);
      unmount?.();
      element.remove();
    };
  }, [section, kit, attempt]);

  return (
    <div data-test-subj="managementSection">
      <PageHeader title={section.title} description={section.description} />
      {state.phase === 'mounting' && <PageLoading />}
      {state.phase === 'failed' && (
        <MountFailure error={state.error} onRetry={() => setAttempt(attempt + 1)} />
      )}
      <div ref={container} />
    </div>
  );
}

function MountFailure({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactElement {
  if (isMissingBundle(error))
    return (
      <PageFailure error={error} headingLevel="h2" onReload={() => window.location.reload()} />
    );
  return (
    <LoadError
      title={i18n.translate('management.section.error', {
        defaultMessage: 'The page could not be loaded',
      })}
      error={error}
      onRetry={onRetry}
    />
  );
}
