/**
 * Page around a form: loads what is edited, handles what does not exist, and starts the form again
 * with another user's version.
 */
import { EuiSkeletonText } from '@elastic/eui';
import { Fragment, type ReactElement, type ReactNode, useState } from 'react';
import { LoadError } from '../frame/load_error';
import { PageHeader } from '../frame/page_header';
import { usePage } from '../frame/use_page';
import type { Crumb } from '../kit/kit_context';
import { type Read, useServerQuery } from '../queries/use_server_query';
import { FORM_WIDTH_PX } from './form_frame';
import type { FormDataSource, Version } from './form_types';

/** What a form starts from. */
export interface Edited<E extends object> {
  /** The stored version; `undefined` if there is none, or for a new entity. */
  readonly found: Version<E> | undefined;
}

/**
 * Reads what a form edits, anew on each visit.
 * @param store - the form's data source
 * @param name - as in its `read`; `undefined` for a new entity, which sends no request
 */
export function useEdited<E extends object>(
  store: Pick<FormDataSource<E>, 'key' | 'read'>,
  name: string | undefined
): Read<Edited<E>> {
  return useServerQuery(
    [...store.key, 'form', name ?? ''],
    async (signal) => ({ found: name === undefined ? undefined : await store.read(name, signal) }),
    { isFresh: true }
  );
}

/** What {@link EditPage} passes to its form. */
export interface EditInput<E extends object> {
  /** Version to start from; `undefined` for a new entity. */
  readonly source: Version<E> | undefined;
  /** Whether another user saved that version while the form was open. */
  readonly isTheirs: boolean;
  /** Starts the form again with another user's version; for {@link useEntityForm}. */
  readonly onLoadTheirs: (theirs: Version<E>) => void;
}

/** Data that a form requires besides what it edits. */
export interface EditNeed {
  /** `undefined` until it is known. */
  readonly data: unknown;
  /** Set if it could not be read. */
  readonly error?: unknown;
  /** Requests it again. */
  readonly reload?: () => void;
}

/** Error of loading, and the way to try again. */
export interface EditLoadFailure {
  /** The error as thrown. */
  readonly error: unknown;
  /** Requests the data again. */
  readonly onRetry: () => void;
}

/** Props of {@link EditPage}. */
export interface EditPageProps<E extends object> {
  /** The page's heading, and the last breadcrumb. */
  readonly title: string;
  /** Heading, if it differs from the breadcrumb. */
  readonly heading?: string;
  /** Parent pages. */
  readonly crumbs: readonly Crumb[];
  /** One or two sentences below the heading. */
  readonly description?: ReactNode;
  /** Buttons beside the heading. */
  readonly actions?: ReactNode;
  /** Tabs below the heading. */
  readonly tabs?: ReactNode;
  /** From {@link useEdited}, or a read of more data than the form's. */
  readonly read: Pick<Read<Edited<E>>, 'data' | 'error' | 'reload'>;
  /** Further data that the form requires. */
  readonly needs?: readonly EditNeed[];
  /** Replaces the page if nothing was found; absent where the form then creates it. */
  readonly missing?: ReactElement;
  /** Returns what replaces the form of something that cannot be changed here. */
  readonly locked?: (source: Version<E> | undefined) => ReactNode;
  /** Renders the error of a failed read. Default: {@link LoadError}. */
  readonly loadError?: (failure: EditLoadFailure) => ReactElement;
  /** A new key starts the form again. */
  readonly formKey?: string;
  /** Renders the form once all data is loaded. */
  readonly children: (input: EditInput<E>) => ReactNode;
}

/** The page of a form, whatever it edits; the form inside uses {@link useEntityForm}. */
export function EditPage<E extends object>(props: EditPageProps<E>): ReactElement {
  const { title, crumbs, read, needs = [], missing, loadError = defaultLoadError } = props;
  const [newer, setNewer] = useState<Version<E>>();
  usePage([...crumbs, { text: title }]);
  if (read.data && !read.data.found && missing) return missing;
  const reads: readonly EditNeed[] = [read, ...needs];
  const isReady = reads.every(({ data }) => data !== undefined);
  const failed = reads.find(({ error }) => error !== undefined);
  const source = newer ?? read.data?.found;
  const locked = isReady && props.locked?.(source);
  return (
    <>
      <div style={WIDTH}>
        <PageHeader
          title={props.heading ?? title}
          description={props.description}
          actions={props.actions}
        />
      </div>
      {props.tabs}
      <div style={PAGE}>
        <div style={WIDTH}>
          {failed && loadError({ error: failed.error, onRetry: () => failed.reload?.() })}
          {!isReady && !failed && <EuiSkeletonText lines={8} />}
          {locked}
          {isReady && !locked && (
            // The key resets the form state for another version.
            <Fragment key={newer?.etag ?? `first ${props.formKey ?? ''}`}>
              {props.children({ source, isTheirs: newer !== undefined, onLoadTheirs: setNewer })}
            </Fragment>
          )}
        </div>
      </div>
    </>
  );
}

/** What is in the form can be as wide as the page with `100cqi`, as a wide {@link Panel} is. */
const PAGE = { containerType: 'inline-size' } as const;
const WIDTH = { maxInlineSize: FORM_WIDTH_PX } as const;

const defaultLoadError = (failure: EditLoadFailure): ReactElement => <LoadError {...failure} />;
