/**
 * Dialog for a version conflict: shows the changes of the other user and merges both changes. Never
 * overwrites anything without confirmation.
 */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiLoadingSpinner,
  EuiModal,
  EuiModalBody,
  EuiModalFooter,
  EuiModalHeader,
  EuiModalHeaderTitle,
  EuiRadioGroup,
  EuiSpacer,
  EuiText,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { t } from '@sd/core/public';
import { describeChanges, displayedValue } from './entity_changes';
import { merge, type MergeConflict } from './merge';
import { LoadError } from '../frame/load_error';
import { useServerQuery } from '../queries/use_server_query';
import type { FormConflict } from './entity_form_types';

/** Fields that both users changed differently: both values, and the choice between them. */
export type Side = 'mine' | 'theirs';

export interface CollisionsProps {
  readonly collisions: readonly MergeConflict[];
  /** The chosen side of each field, by path. */
  readonly sides: ReadonlyMap<string, Side>;
  readonly onChoose: (field: string, side: Side) => void;
}

export function Collisions({ collisions, sides, onChoose }: CollisionsProps): ReactElement {
  const prefix = useGeneratedHtmlId({ prefix: 'collision' });
  return (
    <>
      {collisions.map(({ field, mine, theirs }) => {
        const sideId = (side: Side) => `${prefix}-${field}-${side}`;
        const side = sides.get(field);
        return (
          <div key={field} style={{ overflowWrap: 'anywhere' }}>
            <EuiSpacer size="m" />
            <EuiRadioGroup
              name={`${prefix}-${field}`}
              legend={{ children: <code>{field}</code> }}
              idSelected={side && sideId(side)}
              onChange={(id) => onChoose(field, id === sideId('mine') ? 'mine' : 'theirs')}
              options={[
                {
                  id: sideId('mine'),
                  label: t('uiKit.conflict.mine', 'Yours: {value}', {
                    value: displayedValue(mine),
                  }),
                },
                {
                  id: sideId('theirs'),
                  label: t('uiKit.conflict.theirs', 'Theirs: {value}', {
                    value: displayedValue(theirs),
                  }),
                },
              ]}
            />
          </div>
        );
      })}
      <EuiSpacer size="m" />
    </>
  );
}

export interface ConflictDialogProps {
  readonly conflict: FormConflict;
}

export function ConflictDialog({ conflict }: ConflictDialogProps): ReactElement {
  const { original, unchanged, mine } = conflict;
  const titleId = useGeneratedHtmlId({ prefix: 'conflictTitle' });
  const request = useServerQuery(['uiKit', 'conflict', conflict.name], conflict.readTheirs, {
    isFresh: true,
  });
  const [sides, setSides] = useState<ReadonlyMap<string, Side>>(new Map());
  const theirs = request.data;
  const isKnown = !request.isLoading && request.error === undefined;
  const chosen = [...sides].filter(([, side]) => side === 'theirs').map(([field]) => field);
  const merged =
    theirs && merge({ original, unchanged, mine, theirs: theirs.entity }, new Set(chosen));
  const isDecided = merged?.collisions.every(({ field }) => sides.has(field)) ?? false;
  return (
    <EuiModal
      role="alertdialog"
      aria-labelledby={titleId}
      onClose={() => conflict.keepEditing(theirs)}
      style={{ width: 640 }}
    >
      <EuiModalHeader>
        <EuiModalHeaderTitle id={titleId}>
          {t('uiKit.conflict.title', 'Someone else changed “{name}”', { name: conflict.name })}
        </EuiModalHeaderTitle>
      </EuiModalHeader>
      <EuiModalBody>
        {request.isLoading && (
          <EuiLoadingSpinner
            size="l"
            aria-label={t('uiKit.conflict.loading', 'Loading the other version')}
          />
        )}
        {request.error !== undefined && (
          <LoadError error={request.error} onRetry={request.reload} />
        )}
        {isKnown && !theirs && <Deleted />}
        {isKnown && theirs && merged && (
          <>
            <Changes original={original} theirs={theirs.entity} />
            <Collisions
              collisions={merged.collisions}
              sides={sides}
              onChoose={(field, side) => setSides(new Map(sides).set(field, side))}
            />
            <Choice hasCollisions={merged.collisions.length > 0} />
          </>
        )}
      </EuiModalBody>
      <EuiModalFooter style={{ flexWrap: 'wrap' }}>
        {theirs && (
          <EuiButtonEmpty onClick={() => conflict.loadTheirs(theirs)} data-test-subj="load-theirs">
            {t('uiKit.conflict.loadTheirs', 'Discard mine')}
          </EuiButtonEmpty>
        )}
        <EuiButton
          fill={!theirs}
          isDisabled={!isKnown}
          onClick={() => conflict.keepEditing(theirs)}
          data-test-subj="keep-editing"
        >
          {t('uiKit.conflict.keepEditing', 'Keep editing')}
        </EuiButton>
        {theirs && merged && (
          <EuiButton
            fill
            isDisabled={!isKnown || !isDecided}
            onClick={() => conflict.saveMerged(merged.merged, theirs)}
            data-test-subj="save-merged"
          >
            {t('uiKit.conflict.saveMerged', 'Save merged')}
          </EuiButton>
        )}
      </EuiModalFooter>
    </EuiModal>
  );
}

const Deleted = (): ReactElement => (
  <EuiText size="s">
    <p>
      {t(
        'uiKit.conflict.deleted',
        'It was deleted after you opened it. Your entries are still here: save to create it again.'
      )}
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
      <p>{t('uiKit.conflict.text', "Your changes aren't saved yet. The other changes:")}</p>
      <ul>
        {describeChanges(original, theirs).map(({ field, text }) => (
          <li key={field}>
            <code>{field}</code>
            {': '}
            {text}
          </li>
        ))}
      </ul>
    </EuiText>
  );
}

const Choice = ({ hasCollisions }: { readonly hasCollisions: boolean }): ReactElement => (
  <EuiText size="s">
    <p>
      {hasCollisions
        ? t(
            'uiKit.conflict.collide',
            'You both changed these fields. Choose which value to keep. Other changes are merged.'
          )
        : t('uiKit.conflict.fits', "Your changes don't conflict with theirs. Both can be saved.")}
    </p>
    <p>
      {t(
        'uiKit.conflict.choice',
        'Or discard your changes and load theirs. If you keep editing and save again, their version is replaced.'
      )}
    </p>
  </EuiText>
);
