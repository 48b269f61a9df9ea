/** Fixes several findings by one change, after showing what it does. */
import {
  EuiFlyout,
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiRadioGroup,
  EuiSpacer,
  EuiText,
  EuiTitle,
  useGeneratedHtmlId,
} from '@elastic/eui';
import type { FindingBody } from '@sd/contracts';
import { t } from '@sd/core/public';
import { type ReactElement, useMemo, useState } from 'react';
import { useParts } from '../parts';
import { OtherFix } from './finding_fix';
import { commonWays } from './finding_rows';

interface FixFlyoutProps {
  /** At least one. */
  readonly findings: readonly FindingBody[];
  readonly onClose: (isDone: boolean) => void;
}

export function FixFlyout({ findings, onClose }: FixFlyoutProps): ReactElement {
  const { PreparedChange, useAdmin } = useParts();
  const { toasts } = useAdmin().core.notifications;
  const id = useGeneratedHtmlId({ prefix: 'fixFindings' });
  const ways = useMemo(() => commonWays(findings), [findings]);
  const [chosen, setChosen] = useState(ways[0]?.id);
  const way = ways.find((one) => one.id === chosen);
  return (
    <EuiFlyout size="m" aria-labelledby={id} onClose={() => onClose(false)}>
      <EuiFlyoutHeader hasBorder>
        <EuiTitle size="s">
          <h2 id={id}>
            {t('findings.fixTitle', 'Fix {count, plural, one {# finding} other {# findings}}', {
              count: findings.length,
            })}
          </h2>
        </EuiTitle>
      </EuiFlyoutHeader>
      <EuiFlyoutBody>
        {ways.some(({ text }) => text !== '') && (
          <>
            <EuiText size="s">
              <p>{t('findings.likeThis', 'All are fixed the same way. For the first one:')}</p>
            </EuiText>
            <EuiSpacer size="s" />
            <EuiRadioGroup
              name="commonWay"
              legend={{ children: t('findings.ways', 'Prepared changes') }}
              options={ways.map((one) => ({ id: one.id, label: one.text }))}
              idSelected={chosen}
              onChange={setChosen}
            />
          </>
        )}
        {way && way.left > 0 && (
          <EuiText size="s">
            <p>
              {t(
                'findings.left',
                '{left, plural, one {# finding shares an entry with another one. Fix it} other {# findings share entries with others. Fix them}} afterwards.',
                { left: way.left }
              )}
            </p>
          </EuiText>
        )}
        {way ? (
          <PreparedChange
            key={way.id}
            id={`${way.id} ${findings.map((one) => one.id).join(' ')}`}
            change={way.change}
            {...(findings[0] && { finding: findings[0].id })}
            label={t('findings.apply', 'Make this change')}
            onDone={() => {
              toasts.addSuccess({
                title: t('findings.fixed', 'Fixed. You can revert it in the change history.'),
              });
              onClose(true);
            }}
          />
        ) : findings.every(({ rule }) => rule === 'missing-second-factor') ? (
          <OtherFix findings={findings} />
        ) : (
          <EuiText size="s">
            <p>
              {t(
                'findings.noCommonWay',
                "There's no prepared change that fixes all of these. Open them one by one."
              )}
            </p>
          </EuiText>
        )}
      </EuiFlyoutBody>
    </EuiFlyout>
  );
}
