/** What else the same request changed, such as a promotion. All of it is reverted together. */
import { EuiLink, EuiSpacer, EuiText } from '@elastic/eui';
import { t } from '@sd/core/public';
import { Panel, useLink } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { HistoryDetails, HistoryItem } from '../../../../common';
import { actionLabel, kindLabel, subjectLabel } from '../../../components/history/change_texts';
import { HISTORY_PAGES } from '../../../components/history/history_pages';

const SHOWN = 20;

export function MadeTogether({ change }: { readonly change: HistoryDetails }): ReactElement | null {
  const link = useLink();
  const { together } = change;
  if (together.length === 0) return null;
  return (
    <>
      <EuiSpacer size="m" />
      <Panel title={t('security.together.title', 'Changed in the same step')}>
        <EuiText size="s">
          {/* Each link is a target of its own (WCAG 2.5.8). */}
          <ul style={{ lineHeight: '26px' }}>
            {together.slice(0, SHOWN).map((one) => (
              <li key={one.id}>
                <EuiLink {...link(HISTORY_PAGES.view(one.id))}>{toTitle(one)}</EuiLink>
              </li>
            ))}
          </ul>
          {together.length > SHOWN && (
            <p>
              {t('security.together.more', '{count, number} more', {
                count: together.length - SHOWN,
              })}
            </p>
          )}
        </EuiText>
      </Panel>
    </>
  );
}

const toTitle = (item: HistoryItem): string =>
  t('security.together.entry', '{kind} {name}: {action}', {
    kind: kindLabel(item.type),
    name: subjectLabel(item),
    action: actionLabel(item.action),
  });
