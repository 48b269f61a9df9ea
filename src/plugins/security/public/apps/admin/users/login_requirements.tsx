/** Actions that change the next login of a user: reset second factors or require a new password. */
import { errorText, send, t } from '@sd/core/public';
import { type ActionItem, useChanged } from '@sd/ui_kit';
import { RESET_FACTORS } from '../../../../common';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { requireNewPassword } from '../../../services/user_suspension';

interface ConfirmedAction {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly run: () => Promise<unknown>;
  readonly done: string;
}

/** @param disabledReason - why the actions are disabled */
export function useLoginRequirements(
  name: string,
  disabledReason: string | undefined
): readonly ActionItem[] {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const { toasts } = core.notifications;
  const values = { name };
  const disabled = disabledReason === undefined ? {} : { disabledReason };
  const act = async ({ title, text, confirm, run, done }: ConfirmedAction) => {
    const isConfirmed = await core.overlays.openConfirm(text, {
      title,
      confirmButtonText: confirm,
      buttonColor: 'danger',
    });
    if (!isConfirmed) return;
    await run();
    changed(SECURITY_KEY);
    toasts.addSuccess({ title: done });
  };
  const createHandler = (action: ConfirmedAction) => () =>
    void act(action).catch((error: unknown) =>
      toasts.addDanger({
        title: t('security.userView.dutyFailed', 'Couldn\'t change user "{name}".', values),
        text: errorText(error),
      })
    );
  return [
    {
      id: 'reset-factors',
      label: t('security.userView.resetFactors', 'Reset two-factor authentication'),
      iconType: 'lockOpen',
      onClick: createHandler({
        title: t(
          'security.userView.resetFactorsQuestion',
          'Reset two-factor authentication for "{name}"?',
          values
        ),
        text: t(
          'security.userView.resetFactorsText',
          'Authenticator apps, passkeys and recovery codes stop working. Until a new factor is set up, the password is enough to log in.'
        ),
        confirm: t('security.userView.resetFactorsConfirm', 'Reset'),
        run: () => send(core.http, RESET_FACTORS, { params: { id: name } }),
        done: t(
          'security.userView.factorsReset',
          'Two-factor authentication reset for "{name}".',
          values
        ),
      }),
      ...disabled,
    },
    {
      id: 'demand-password',
      label: t('security.userView.demandPassword', 'Require password change'),
      iconType: 'key',
      onClick: createHandler({
        title: t(
          'security.userView.demandPasswordQuestion',
          'Require "{name}" to change the password?',
          values
        ),
        text: t(
          'security.userView.demandPasswordText',
          'Open sessions end. The current password works for one more login, which asks for a new one.'
        ),
        confirm: t('security.userView.demandPasswordConfirm', 'Require change'),
        run: () => requireNewPassword(entities, name),
        done: t(
          'security.userView.passwordDemanded',
          'User "{name}" must change the password at next login.',
          values
        ),
      }),
      ...disabled,
    },
  ];
}
