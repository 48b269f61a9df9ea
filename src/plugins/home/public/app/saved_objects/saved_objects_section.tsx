/**
 * The tenant's saved objects: the server answers each question, so that a switch of tenant is seen
 * at once.
 */
import { EuiSpacer } from '@elastic/eui';
import { lazy, Suspense, useMemo, useState, type ReactElement } from 'react';
import { NEVER } from 'rxjs';
import { FormattedMessage, i18n, useObservable } from '@sd/core/public';
import { ListTable, ListToolbar, useColumns, useList } from '@sd/ui_kit';
import { type ObjectRow, objectsSource } from '../../services/objects_source';
import { copyText } from '../../services/copy_text';
import type { HomeDeps } from '../home_deps';
import { Section } from '../section';
import { objectColumns } from './object_columns';
import { useObjectAddresses } from './use_object_places';

/** Wire name, as `CurrentTenant` has it. */
const PRIVATE_TENANT = '__user__';

/** Not before somebody shares something. */
const ShareDialog = lazy(async () => ({ default: (await import('./share_dialog')).ShareDialog }));

export function SavedObjectsSection({ core, management, security }: HomeDeps): ReactElement {
  const list = useList(useMemo(() => objectsSource(core.http), [core]));
  const places = useObjectAddresses(core, management);
  const tenant = useObservable(security?.currentTenant$ ?? NEVER, undefined);
  const [shared, setShared] = useState<ObjectRow>();
  const dateFormat = core.uiSettings.get<string>('dateFormat', 'MMM D, YYYY @ HH:mm:ss.SSS');
  const isPrivate = tenant?.name === PRIVATE_TENANT;
  const columns = useColumns(
    'objects',
    useMemo(() => {
      const { toasts } = core.notifications;
      const copyLink = async (object: ObjectRow) => {
        const url = places?.url(object) ?? '';
        // The dialog says that a private link is for nobody else.
        const isCopied = !isPrivate && (await copyText((await security?.addTenant(url)) ?? url));
        if (isCopied) toasts.addSuccess({ title: copiedText(object.title) });
        else setShared(object);
      };
      return objectColumns({
        ...{ dateFormat, places, share: setShared },
        copyLink: (object) => void copyLink(object),
      });
    }, [core, dateFormat, isPrivate, places, security])
  );
  return (
    <Section
      title={<FormattedMessage id="home.objects.title" defaultMessage="Saved objects" />}
      testSubject="homeSavedObjects"
    >
      <ListToolbar
        list={list}
        searchLabel={i18n.translate('home.objects.searchLabel', {
          defaultMessage: 'Search saved objects',
        })}
      />
      <EuiSpacer size="s" />
      <ListTable
        list={list}
        columns={columns}
        caption={i18n.translate('home.objects.caption', {
          defaultMessage: 'Saved objects of this tenant',
        })}
        empty={<NoObjects />}
        data-test-subj="homeObjectsTable"
      />
      {shared && places && (
        <Suspense fallback={null}>
          <ShareDialog
            name={shared.title}
            url={places.url(shared)}
            complete={security?.addTenant}
            isPrivate={isPrivate}
            onClose={() => setShared(undefined)}
          />
        </Suspense>
      )}
    </Section>
  );
}

const copiedText = (title: string): string =>
  i18n.translate('home.objects.linkCopied', {
    defaultMessage: 'The link to “{title}” is copied, with the tenant it is in.',
    values: { title },
  });

const NoObjects = (): ReactElement => (
  <>
    <p>
      <strong>
        <FormattedMessage
          id="home.objects.none"
          defaultMessage="This tenant has no saved objects yet"
        />
      </strong>
    </p>
    <p>
      <FormattedMessage
        id="home.objects.noneHint"
        defaultMessage="Objects appear here as soon as somebody saves one in this tenant."
      />
    </p>
  </>
);
