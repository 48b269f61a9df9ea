import { EuiButton } from '@elastic/eui';
import { FormattedMessage, i18n, type IToasts, mountReactNode } from '@sd/core/public';

/**
 * Says that changes were given up, and offers to bring them back.
 * @param label - heading of the form
 */
export function showDiscardedToast(toasts: IToasts, label: string, restore: () => void): void {
  const toast = toasts.addInfo({
    title: i18n.translate('uiKit.abandoned.title', {
      defaultMessage: 'Changes were not saved: {label}',
      values: { label },
    }),
    text: mountReactNode(
      <EuiButton
        size="s"
        onClick={() => {
          toasts.remove(toast);
          restore();
        }}
      >
        <FormattedMessage id="uiKit.abandoned.restore" defaultMessage="Bring them back" />
      </EuiButton>
    ),
  });
}
