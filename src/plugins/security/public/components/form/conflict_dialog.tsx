/** Somebody else saved first: shows what they changed and lets one choose. Nothing is overwritten unasked. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiLoadingSpinner,
  EuiModal,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiText,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { FormattedMessage, i18n, useRequest } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { EntityByResource, ResourceName } from '../../../common';
import { useAdmin } from '../../apps/admin/admin_context';
import type { Versioned } from '../../services/security_client';
import { LoadError } from '../load_error';
import { describeChanges } from './entity_changes';

export interface ConflictDialogProps<R extends ResourceName> {
  readonly resource: R;
  readonly name: string;
  /** What the form was filled from. */
  readonly original: EntityByResource[R];
  readonly onLoadTheirs: (theirs: Versioned<R>) => void;
  /** @param theirs - the version that saving again will replace; `undefined` when it was deleted */
  readonly onKeepEditing: (theirs: Versioned<R> | undefined) => void;
}

export function ConflictDialog<R extends ResourceName>(
  props: ConflictDialogProps<R>
): ReactElement {
  const { resource, name, original, onLoadTheirs, onKeepEditing } = props;
  const { client } = useAdmin();
  const titleId = useGeneratedHtmlId({ prefix: 'conflictTitle' });
  const request = useRequest(name, (signal) => client.find(resource, name, signal));
  const theirs = request.data;
  const isKnown = !request.isLoading && request.error === undefined;
  return (
    <EuiModal
      role="alertdialog"
      aria-labelledby={titleId}
      onClose={() => onKeepEditing(theirs)}
      style={{ width: 600 }}
    >
      <EuiModalHeader>
        <EuiModalHeaderTitle id={titleId}>
          <FormattedMessage
            id="security.conflict.title"
            defaultMessage="Somebody else changed “{name}”"
            values={{ name }}
          />
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        {request.isLoading && (
          <EuiLoadingSpinner
            size="l"
            aria-label={i18n.translate('security.conflict.loading', {
              defaultMessage: 'Loading the other version',
            })}
          />
        )}
        {request.error !== undefined && (
          <LoadError error={request.error} onRetry={request.reload} />
        )}
        {isKnown && (theirs ? <Changes original={original} theirs={theirs.entity} /> : <Deleted />)}
      </EuiModalBody>
      <EuiModalFooter>
        {theirs && (
          <EuiButtonEmpty onClick={() => onLoadTheirs(theirs)} data-test-subj="load-theirs">
            <FormattedMessage
              id="security.conflict.loadTheirs"
              defaultMessage="Load their version"
            />
          </EuiButtonEmpty>
        )}
        <EuiButton
          fill
          isDisabled={!isKnown}
          onClick={() => onKeepEditing(theirs)}
          data-test-subj="keep-editing"
        >
          <FormattedMessage id="security.conflict.keepEditing" defaultMessage="Keep editing" />
        </EuiButton>
      </EuiModalFooter>
    </EuiModal>
  );
}

const Deleted = (): ReactElement => (
  <EuiText size="s">
    <p>
      <FormattedMessage
        id="security.conflict.deleted"
        defaultMessage="It has been deleted since you opened it. Nothing you typed is lost: keep editing and save to create it again."
      />
    </p>
  </EuiText>
);

function Changes({
  original,
  theirs,
}: {
  readonly original: object;
  readonly theirs: object;
}): ReactElement {
  return (
    <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
      <p>
        <FormattedMessage
          id="security.conflict.text"
          defaultMessage="It was saved by somebody else since you opened it, and your changes were not saved. Their changes:"
        />
      </p>
      <ul>
        {describeChanges(original, theirs).map(({ field, text }) => (
          <li key={field}>
            <code>{field}</code>
            {': '}
            {text}
          </li>
        ))}
      </ul>
      <p>
        <FormattedMessage
          id="security.conflict.choice"
          defaultMessage="Load their version to start from it; your changes are then given up. Or keep editing: what you typed stays, and saving again replaces their version."
        />
      </p>
    </EuiText>
  );
}
