/** Beside the impact of unsaved changes in the Security app: how many notes name what changes. */
import { EuiText } from '@elastic/eui';
import { type HttpSetup, send, t } from '@sd/core/public';
import type { ImpactPartProps } from '@sd/plugins/security/public';
import { useServerQuery } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { LIST_NOTES } from '../../common';

export const changedNotes = (http: HttpSetup) =>
  function ChangedNotes({ changes }: ImpactPartProps): ReactElement | null {
    const [name = ''] = Object.values(changes).flatMap((entries) => Object.keys(entries));
    const { data } = useServerQuery(['fieldNotes', 'about', name], (signal) =>
      send(http, LIST_NOTES, { query: { search: name, per_page: 1 }, signal })
    );
    if (!data || data.total === 0) return null;
    return (
      <EuiText size="s">
        <p>
          {t(
            'fieldNotes.changedNotes',
            '{total, plural, one {# field note mentions} other {# field notes mention}} {name}.',
            { total: data.total, name }
          )}
        </p>
      </EuiText>
    );
  };
