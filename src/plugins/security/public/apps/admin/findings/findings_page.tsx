/** What is risky, unused, broken or weak in the configuration, from worst to least. */
import {
  EuiBadge,
  EuiButton,
  EuiButtonEmpty,
  EuiFieldSearch,
  EuiFlexGroup,
  EuiFlexItem,
  EuiPanel,
  EuiSelect,
  EuiSpacer,
  EuiSwitch,
  EuiText,
} from '@elastic/eui';
import { type FindingBody, SEVERITIES } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import {
  type LinkProps,
  LoadError,
  PageHeader,
  PageLoading,
  type TableColumn,
  useLink,
  usePage,
} from '@sd/ui_kit';
import { type ReactElement, useMemo, useState } from 'react';
import { dayLabel } from '../../../components/history/change_texts';
import { MissingFeature } from '../../../components/missing_feature';
import { PagedTable } from '../../../components/paged_table';
import { useFeature } from '../../../services/features';
import { sentenceOf, useFindings } from '../../../services/findings';
import { NotConsidered } from '../../../components/access/not_considered';
import { useMay } from '../../../services/rights';
import { FINDING_PAGES } from '../paths';
import {
  alarmsTitle,
  findingsTitle,
  groupLabel,
  isOpen,
  SEVERITY_COLORS,
  severityLabel,
} from './finding_texts';

export function FindingsPage(): ReactElement {
  usePage([{ text: findingsTitle() }]);
  if (useFeature('explain')) return <Findings />;
  return (
    <MissingFeature
      title={findingsTitle()}
      reason={t('security.findings.absent', "This cluster's configuration can't be checked.")}
    />
  );
}

function Findings(): ReactElement {
  const link = useLink();
  const may = useMay();
  const { data, error, reload, isLoading } = useFindings();
  return (
    <>
      <PageHeader
        title={findingsTitle()}
        description={t(
          'security.findings.intro',
          'See what is risky, unused or broken in this configuration, and fix it.'
        )}
        actions={
          <EuiFlexGroup gutterSize="s" wrap responsive={false}>
            {may('full') && (
              <EuiButtonEmpty {...link(FINDING_PAGES.alarms)}>{alarmsTitle()}</EuiButtonEmpty>
            )}
            <EuiButton
              hasAriaDisabled
              iconType="refresh"
              isLoading={isLoading}
              onClick={() => reload()}
            >
              {t('security.findings.again', 'Check again')}
            </EuiButton>
          </EuiFlexGroup>
        }
      />
      {error !== undefined && <LoadError error={error} onRetry={reload} isRetrying={isLoading} />}
      {!data && error === undefined && <PageLoading />}
      {data && <NotConsidered codes={data.not_considered} />}
      {data && <List findings={data.findings} />}
      {data && data.skipped.length > 0 && (
        <>
          <EuiSpacer size="m" />
          <EuiText size="s" color="subdued">
            <p>
              {t(
                'security.findings.skipped',
                "Rules that couldn't run, because what they check isn't available here: {rules}.",
                { rules: i18n.formatList(data.skipped.map(({ rule }) => rule)) }
              )}
            </p>
          </EuiText>
        </>
      )}
    </>
  );
}

const ALL = 'all';

function List({ findings }: { readonly findings: readonly FindingBody[] }): ReactElement {
  const link = useLink();
  const columns = useMemo(() => columnsOf(link), [link]);
  const [search, setSearch] = useState('');
  const [severity, setSeverity] = useState<string>(ALL);
  const [showsAccepted, setShowsAccepted] = useState(false);
  const accepted = findings.filter((one) => !isOpen(one)).length;
  const needle = search.trim().toLowerCase();
  const shown = findings.filter(
    (one) =>
      (showsAccepted || isOpen(one)) &&
      (severity === ALL || one.severity === severity) &&
      `${one.rule} ${sentenceOf(one, 'text')}`.toLowerCase().includes(needle)
  );
  return (
    <EuiPanel grow={false} hasBorder hasShadow={false} paddingSize="m">
      <EuiFlexGroup gutterSize="s" wrap responsive={false} alignItems="center">
        <EuiFlexItem style={{ minInlineSize: 200 }}>
          <EuiFieldSearch
            fullWidth
            value={search}
            placeholder={t('security.findings.search', 'Search findings')}
            aria-label={t('security.findings.search', 'Search findings')}
            onChange={({ target }) => setSearch(target.value)}
          />
        </EuiFlexItem>
        <EuiFlexItem grow={false}>
          <EuiSelect
            aria-label={t('security.findings.severity', 'Severity')}
            value={severity}
            options={[
              { value: ALL, text: t('security.findings.anySeverity', 'Any severity') },
              ...SEVERITIES.map((value) => ({ value, text: severityLabel(value) })),
            ]}
            onChange={({ target }) => setSeverity(target.value)}
          />
        </EuiFlexItem>
        {accepted > 0 && (
          <EuiFlexItem grow={false}>
            <EuiSwitch
              compressed
              label={t('security.findings.showAccepted', 'Show accepted ({count, number})', {
                count: accepted,
              })}
              checked={showsAccepted}
              onChange={({ target }) => setShowsAccepted(target.checked)}
            />
          </EuiFlexItem>
        )}
      </EuiFlexGroup>
      <EuiSpacer size="m" />
      <PagedTable<FindingBody>
        key={`${search} ${severity}`}
        caption={findingsTitle()}
        items={shown}
        idOf={({ id }) => id}
        columns={columns}
        empty={
          findings.some(isOpen)
            ? t('security.findings.noMatch', 'No findings match.')
            : t('security.findings.none', 'Nothing found. The configuration looks good.')
        }
      />
    </EuiPanel>
  );
}

const columnsOf = (link: (path: string) => LinkProps): ReadonlyArray<TableColumn<FindingBody>> => [
  {
    id: 'severity',
    name: t('security.findings.severity', 'Severity'),
    render: ({ severity, accepted }) =>
      accepted ? (
        <EuiBadge color="hollow">{t('security.findings.accepted', 'Accepted')}</EuiBadge>
      ) : (
        <EuiBadge color={SEVERITY_COLORS[severity]}>{severityLabel(severity)}</EuiBadge>
      ),
  },
  {
    id: 'text',
    name: t('security.findings.finding', 'Finding'),
    render: (finding) => (
      <a {...link(FINDING_PAGES.view(finding.id))} style={{ overflowWrap: 'anywhere' }}>
        {sentenceOf(finding, 'text')}
      </a>
    ),
  },
  {
    id: 'group',
    name: t('security.findings.group', 'Group'),
    width: '9rem',
    render: ({ group }) => groupLabel(group),
  },
  {
    id: 'since',
    name: t('security.findings.since', 'Since'),
    width: '8rem',
    render: ({ since }) => (since === undefined ? null : dayLabel(since)),
  },
];
