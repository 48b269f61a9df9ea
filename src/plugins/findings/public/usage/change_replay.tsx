/** Replays recorded requests against unsaved changes, when asked: a cluster counts its events. */
import { EuiButtonEmpty, EuiText } from '@elastic/eui';
import type { ChangeReplay as Replay } from '@sd/contracts';
import { errorText, send, t } from '@sd/core/public';
import { useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import type { ImpactPartProps } from '@sd/plugins/security/public';
import { REPLAY_CHANGES } from '../../common';
import { CountingProgress } from '../usage/counting_progress';
import { RecordedUses } from '../usage/recorded_uses';
import { useCounting } from '../usage/use_counting';

const DAYS = 14;
/** Not below the key of the lists: a save reloads them, and changes nothing that was recorded. */
const REPLAY_KEY = ['securityReplay'] as const;

export function ChangeReplay({ changes, http }: ImpactPartProps): ReactElement {
  const [isAsked, setIsAsked] = useState(false);
  const { data, error, reload, isLoading } = useServerQuery(
    [...REPLAY_KEY, JSON.stringify(changes)],
    (signal) => send(http, REPLAY_CHANGES, { body: { changes, days: DAYS }, signal }),
    { isFresh: true, isOff: !isAsked }
  );
  useCounting(data?.progress !== undefined, isLoading, reload);
  if (!isAsked)
    return (
      <EuiButtonEmpty size="xs" flush="both" onClick={() => setIsAsked(true)}>
        {t('findings.replay.ask', 'Replay the requests from the last {days} days', { days: DAYS })}
      </EuiButtonEmpty>
    );
  return (
    <div role="status">
      {error !== undefined && !isLoading ? (
        <EuiText size="s">
          <p>
            {t('findings.replay.failed', "Couldn't replay recorded requests. {reason}", {
              reason: errorText(error),
            })}{' '}
            <EuiButtonEmpty size="xs" flush="both" onClick={reload}>
              {t('findings.common.tryAgain', 'Try again')}
            </EuiButtonEmpty>
          </p>
        </EuiText>
      ) : data?.progress ? (
        <CountingProgress {...data.progress} />
      ) : data ? (
        <Result replay={data} />
      ) : (
        <EuiText size="s">
          <p>{t('findings.replay.loading', 'Replaying recorded requests…')}</p>
        </EuiText>
      )}
    </div>
  );
}

function Result({ replay }: { readonly replay: Replay }): ReactElement {
  const { uses, denied, denied_users: users, examples, is_recorded: isRecorded } = replay;
  return (
    <>
      <EuiText size="s">
        <p>
          {denied > 0
            ? t(
                'findings.replay.denied',
                'Replay: {denied, number} of the {uses, number} recorded uses in the last {days} days would be denied, for {users, plural, one {# user} other {# users}}.',
                { denied, uses, users, days: DAYS }
              )
            : uses > 0
              ? t(
                  'findings.replay.none',
                  'Replay: none of the {uses, number} recorded uses in the last {days} days would be denied.',
                  { uses, days: DAYS }
                )
              : t(
                  'findings.replay.nothing',
                  'No allowed requests were recorded in the last {days} days, so there is nothing to replay.',
                  { days: DAYS }
                )}{' '}
          {isRecorded === false &&
            t('findings.usage.notRecorded', "Allowed requests aren't recorded at the moment.")}{' '}
          {replay.is_partial &&
            t(
              'findings.usage.partial',
              'There are too many different permissions; some are left out.'
            )}
        </p>
      </EuiText>
      {examples.length > 0 && <RecordedUses uses={examples} />}
    </>
  );
}
