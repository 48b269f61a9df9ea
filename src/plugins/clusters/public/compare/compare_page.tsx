/** Choose two sides, see what differs, and promote it. */
import {
  EuiButtonIcon,
  EuiCallOut,
  EuiFilePicker,
  EuiFlexGroup,
  EuiFlexItem,
  EuiFormRow,
  EuiSelect,
  EuiSpacer,
  EuiText,
} from '@elastic/eui';
import { type ClusterEntry, HOME_CLUSTER } from '@sd/contracts';
import { errorText, t } from '@sd/core/public';
import { LoadError, PageHeader, PageLoading, Panel, usePage, useServerQuery } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { listClusters } from '../choice';
import { ClusterCredentials } from '../frame/cluster_frame';
import { useAdmin, useParts, withParts } from '../parts';
import { compareTitle } from '../texts';
import { Differences } from './differences';
import { comparePath, FILES_SIDE, type ReadFile, sideName } from './sides';

interface ComparePageProps {
  readonly left?: string;
  readonly right?: string;
}

/** Kept while the user chooses the other side, which is another page. */
let uploaded: readonly ReadFile[] = [];

function ComparePage({ left = '', right = '' }: ComparePageProps): ReactElement {
  const { needsLogin } = useParts();
  const { core } = useAdmin();
  const [files, setFiles] = useState(uploaded);
  const { data, error, isLoading, reload } = useServerQuery(['clusters'], (signal) =>
    listClusters(core.http, signal)
  );
  if (!data)
    return error === undefined ? (
      <PageLoading />
    ) : (
      <LoadError error={error} onRetry={reload} isRetrying={isLoading} />
    );
  const known = (side: string): string =>
    side === FILES_SIDE || data.some(({ id }) => id === side) ? side : '';
  const [, another] = data;
  const [one, other] =
    left === '' && right === '' && another
      ? [HOME_CLUSTER, another.id]
      : [known(left), known(right)];
  const unready = data.find((entry) => [one, other].includes(entry.id) && needsLogin(entry));
  const sides = <Sides clusters={data} left={one} right={other} />;
  const needsFiles = [one, other].includes(FILES_SIDE) && files.length === 0;
  if (one !== '' && other !== '' && one !== other && !needsFiles && !unready)
    return <Differences left={one} right={other} files={files} clusters={data} sides={sides} />;
  return (
    <Unready sides={sides}>
      {one !== '' && one === other && (
        <EuiCallOut
          size="s"
          color="warning"
          iconType="warning"
          title={t('clusters.comparison.sameSides', 'Choose two different sides.')}
        />
      )}
      {needsFiles && (
        <FilesPanel
          onRead={(read) => {
            uploaded = read;
            setFiles(read);
          }}
        />
      )}
      {unready && (
        <Panel title={t('clusters.clusters.logIn', 'Log in to {name}', { name: unready.name })}>
          <ClusterCredentials key={unready.id} entry={unready} onDone={reload} />
        </Panel>
      )}
      {(one === '' || other === '') && <Start clusters={data} />}
    </Unready>
  );
}

export const comparePage = withParts(ComparePage);

function Unready({
  sides,
  children,
}: {
  readonly sides: ReactElement;
  readonly children: React.ReactNode;
}): ReactElement {
  usePage([{ text: compareTitle() }]);
  return (
    <>
      <PageHeader title={compareTitle()} description={introText()} />
      {sides}
      {children}
    </>
  );
}

const introText = (): string =>
  t(
    'clusters.comparison.intro',
    'See what differs between two clusters, and promote it from one to the other.'
  );

function Start({ clusters }: { readonly clusters: readonly ClusterEntry[] }): ReactElement {
  return (
    <EuiText size="s" color="subdued">
      <p>
        {clusters.length > 1
          ? t('clusters.comparison.choose', 'Choose both sides to see what differs.')
          : t(
              'clusters.comparison.onlyHome',
              'No other cluster is connected. You can compare this installation with configuration files.'
            )}
      </p>
    </EuiText>
  );
}

interface SidesProps {
  readonly clusters: readonly ClusterEntry[];
  readonly left: string;
  readonly right: string;
}

function Sides({ clusters, left, right }: SidesProps): ReactElement {
  const { kit } = useAdmin();
  const { history } = kit.services;
  const open = (one: string, other: string): void => {
    // The search and the filters of the list stay.
    history.push({ pathname: comparePath(one, other), search: history.location.search });
  };
  const options = [
    { value: '', text: t('clusters.comparison.none', 'Choose…') },
    ...clusters.map(({ id }) => ({ value: id, text: sideName(id, clusters) })),
    { value: FILES_SIDE, text: sideName(FILES_SIDE, clusters) },
  ];
  return (
    <>
      <EuiFlexGroup
        gutterSize="s"
        responsive={false}
        wrap
        alignItems="flexEnd"
        // As a child of the page's column, it would grow over the empty page.
        style={{ flexGrow: 0 }}
      >
        <EuiFlexItem style={{ flex: '1 1 140px', maxWidth: 320 }}>
          <EuiFormRow label={t('clusters.comparison.left', 'Left')}>
            <EuiSelect
              value={left}
              options={options}
              onChange={({ target }) => open(target.value, right)}
            />
          </EuiFormRow>
        </EuiFlexItem>
        <EuiFlexItem grow={false}>
          <EuiButtonIcon
            size="m"
            display="base"
            iconType="merge"
            aria-label={t('clusters.comparison.swap', 'Swap sides')}
            isDisabled={left === '' && right === ''}
            onClick={() => open(right, left)}
          />
        </EuiFlexItem>
        <EuiFlexItem style={{ flex: '1 1 140px', maxWidth: 320 }}>
          <EuiFormRow label={t('clusters.comparison.right', 'Right')}>
            <EuiSelect
              value={right}
              options={options}
              onChange={({ target }) => open(left, target.value)}
            />
          </EuiFormRow>
        </EuiFlexItem>
      </EuiFlexGroup>
      <EuiSpacer size="m" />
    </>
  );
}

function FilesPanel({
  onRead,
}: {
  readonly onRead: (files: readonly ReadFile[]) => void;
}): ReactElement {
  const { FileProblemError, readFile, readTexts } = useParts();
  const [problem, setProblem] = useState<string>();
  const read = async (chosen: FileList | null): Promise<void> => {
    setProblem(undefined);
    try {
      const files = [];
      for (const one of await readTexts([...(chosen ?? [])])) files.push(await readFile(one));
      if (files.length > 0) onRead(files);
    } catch (error) {
      setProblem(error instanceof FileProblemError ? error.message : errorText(error));
    }
  };
  return (
    <EuiFormRow
      fullWidth
      label={t('clusters.import.files', 'Files')}
      helpText={t(
        'clusters.import.filesHelp',
        'OpenSearch YAML files (roles.yml, roles_mapping.yml, …) or an exported archive.'
      )}
      isInvalid={problem !== undefined}
      error={problem}
    >
      <EuiFilePicker
        fullWidth
        multiple
        display="default"
        accept=".yml,.yaml,.zip"
        isInvalid={problem !== undefined}
        onChange={(chosen) => void read(chosen)}
      />
    </EuiFormRow>
  );
}
