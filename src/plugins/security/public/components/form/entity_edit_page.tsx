/** The page around a form of one entity: loads it, says when it is not there, and starts over with somebody else's version. */
import { EuiSkeletonText } from '@elastic/eui';
import type { ResourceType } from '@sd/contracts';
import { LoadError, NotFoundPrompt, PageHeader, usePage, useRead } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, useState } from 'react';
import { duplicateName } from '../../../common';
import type { EditAction } from '../../services/edit_action';
import { useAdmin } from '../../services/admin_context';
import { resourceKey } from '../../services/query_keys';
import type { Versioned } from '../../services/security_client';

export interface EntityFormInput<R extends ResourceType> {
  /** Heading, with the name of the entity it is about. */
  readonly title: string;
  /** Proposed name; '' for a new entity. */
  readonly name: string;
  /** What the form starts from; absent for a new entity. */
  readonly source?: Versioned<R>;
  /** Starts the form over with the version somebody else saved. */
  readonly onLoadTheirs: (theirs: Versioned<R>) => void;
}

export interface EntityEditPageProps<R extends ResourceType> {
  readonly resource: R;
  readonly action: EditAction;
  /** The entity to edit or duplicate. */
  readonly name?: string;
  readonly title: string;
  readonly list: { readonly text: string; readonly path: string };
  readonly description: ReactNode;
  /** What is said when there is no such entity. */
  readonly missing: {
    readonly title: ReactNode;
    readonly body: ReactNode;
    readonly link: ReactNode;
  };
  readonly children: (input: EntityFormInput<R>) => ReactElement;
}

export function EntityEditPage<R extends ResourceType>(
  props: EntityEditPageProps<R>
): ReactElement {
  const { resource, action, name, title, list, description, missing } = props;
  const { client } = useAdmin();
  const { data, error, isLoading, reload } = useRead(
    resourceKey(resource, 'form', name ?? ''),
    async (signal) => ({
      found: name === undefined ? undefined : await client.find(resource, name, signal),
    }),
    { isFresh: true }
  );
  const [newer, setNewer] = useState<Versioned<R>>();
  usePage([list, { text: title }]);
  if (data && name !== undefined && data.found === undefined) {
    return (
      <NotFoundPrompt
        title={missing.title}
        body={missing.body}
        linkPath={list.path}
        linkText={missing.link}
      />
    );
  }
  const proposed = action === 'duplicate' && name !== undefined ? duplicateName(name) : name;
  const input: EntityFormInput<R> = {
    title: name === undefined ? title : `${title}: ${name}`,
    name: proposed ?? '',
    source: newer ?? data?.found,
    onLoadTheirs: setNewer,
  };
  return (
    <>
      <PageHeader title={title} description={description} />
      {error !== undefined && <LoadError error={error} onRetry={reload} />}
      {data === undefined && isLoading && <EuiSkeletonText lines={6} />}
      {data && <FormOf key={newer?.etag ?? 'first'} input={input} render={props.children} />}
    </>
  );
}

/** Another version is another form: its hooks start anew. */
function FormOf<R extends ResourceType>({
  input,
  render,
}: {
  readonly input: EntityFormInput<R>;
  readonly render: (input: EntityFormInput<R>) => ReactElement;
}): ReactElement {
  return render(input);
}
