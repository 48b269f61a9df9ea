/** Change history of one entity or of a single document. */
import { t } from '@sd/core/public';
import { PageHeader, Panel, usePage } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { HISTORY_TYPES, type HistoryTypeName } from '../../../../common';
import { kindLabel, subjectLabel } from '../../../components/history/change_texts';
import { HISTORY_PAGES } from '../../../components/history/history_pages';
import { HistoryTab } from '../../../components/history/history_tab';
import { NoSuchPage } from '../not_found';
import { historyTitle } from './history_page';

export interface EntityHistoryPageProps {
  /** As in the address. */
  readonly type: string;
  readonly name: string;
}

export function EntityHistoryPage({ type, name }: EntityHistoryPageProps): ReactElement {
  const known = HISTORY_TYPES.find((one) => one === type);
  return known ? <EntityHistory type={known} name={name} /> : <NoSuchPage />;
}

function EntityHistory({
  type,
  name,
}: {
  readonly type: HistoryTypeName;
  readonly name: string;
}): ReactElement {
  const subject = subjectLabel({ type, name });
  const title = t('security.history.ofTitle', 'History of {subject}', { subject });
  usePage([{ text: historyTitle(), path: HISTORY_PAGES.list }, { text: subject }]);
  return (
    <>
      <PageHeader title={title} description={kindLabel(type)} />
      <Panel title={historyTitle()}>
        <HistoryTab types={listTypes(type)} name={name} />
      </Panel>
    </>
  );
}

/** The history of a role includes its mapping. */
const listTypes = (type: HistoryTypeName): readonly HistoryTypeName[] =>
  type === 'roles' ? ['roles', 'rolesmapping'] : [type];
