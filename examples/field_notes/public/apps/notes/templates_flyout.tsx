import {
  EuiFlyoutBody,
  EuiFlyoutHeader,
  EuiListGroup,
  EuiListGroupItem,
  EuiTitle,
} from '@elastic/eui';
import type { History } from 'history';
import { mountReactNode, t } from '@sd/core/public';
import type { FieldNotesDeps } from '../../services/deps';

export function openTemplates({ core, templates }: FieldNotesDeps, history: History): void {
  const choose = (id: string) => {
    void flyout.close();
    history.push(`/new/from/${encodeURIComponent(id)}`);
  };
  const title = t('fieldNotes.templates.title', 'Start from a template');
  const flyout = core.overlays.openFlyout(
    mountReactNode(
      <>
        <EuiFlyoutHeader hasBorder>
          <EuiTitle size="s">
            <h2>{t('fieldNotes.templates.title', 'Start from a template')}</h2>
          </EuiTitle>
        </EuiFlyoutHeader>
        <EuiFlyoutBody>
          <EuiListGroup aria-label={title}>
            {templates.getAll().map(({ id, title: label }) => (
              <EuiListGroupItem key={id} label={label} onClick={() => choose(id)} />
            ))}
          </EuiListGroup>
        </EuiFlyoutBody>
      </>
    ),
    { size: 's', ownFocus: true, 'aria-label': title }
  );
}
