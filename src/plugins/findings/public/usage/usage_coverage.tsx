/** What the record covers, and what it does not. */
import { EuiCallOut, EuiSpacer, EuiText } from '@elastic/eui';
import type { RecordCoverage } from '@sd/contracts';
import { FormattedMessage, t } from '@sd/core/public';
import { useLink } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { dayLabel } from '../day_label';
import { useParts } from '../parts';

export function UsageCoverage({ report }: { readonly report: RecordCoverage }): ReactElement {
  const link = useLink();
  const { AUDIT_PAGES } = useParts();
  const { period, days, is_partial: isPartial, is_recorded: isRecorded } = report;
  const empty = days?.filter((one) => one.events === 0).length ?? 0;
  return (
    <>
      <EuiText size="s">
        <p>
          {recordedText(report)}{' '}
          {days &&
            empty > 0 &&
            period &&
            t(
              'findings.usage.gaps',
              '{empty, plural, one {One day has} other {# days have}} no events.',
              { empty }
            )}{' '}
          {isPartial &&
            t(
              'findings.usage.partial',
              'There are too many different permissions; some are left out.'
            )}
        </p>
      </EuiText>
      <EuiSpacer size="s" />
      {isRecorded === false && (
        <>
          <EuiCallOut
            size="s"
            color="warning"
            title={t(
              'findings.usage.notRecorded',
              "Allowed requests aren't recorded at the moment."
            )}
          >
            <p>
              <FormattedMessage
                id="findings.usage.notRecordedText"
                defaultMessage="Turn on the transport category GRANTED_PRIVILEGES under <link>Audit logging</link>, and come back in a few weeks."
                values={{ link: (chunks) => <a {...link(AUDIT_PAGES.general)}>{chunks}</a> }}
              />
            </p>
          </EuiCallOut>
          <EuiSpacer size="m" />
        </>
      )}
    </>
  );
}

function recordedText({ events, period }: RecordCoverage): string {
  if (!period)
    return t('findings.usage.nothing', 'No allowed requests were recorded in this period.');
  const [from, to] = [dayLabel(period.from), dayLabel(period.to)];
  return from === to
    ? t(
        'findings.usage.coveredDay',
        '{events, plural, one {# allowed request was} other {# allowed requests were}} recorded on {from}.',
        { events, from }
      )
    : t(
        'findings.usage.covered',
        '{events, plural, one {# allowed request was} other {# allowed requests were}} recorded from {from} to {to}.',
        { events, from, to }
      );
}
