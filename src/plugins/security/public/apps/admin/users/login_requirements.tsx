/** Actions that change the next login of a user: reset second factors or require a new password. */
import { errorText, t } from '@sd/core/public';
import { type ActionItem, useChanged } from '@sd/ui_kit';
import { useAdmin } from '../../../services/admin_context';
import { FactorsClient } from '../../../services/factors_client';
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
  const handlerOf = (action: ConfirmedAction) => () =>
    void act(action).catch((error: unknown) =>
      toasts.addDanger({
        title: t('security.userView.dutyFailed', 'User "{name}" could not be changed.', values),
        text: errorText(error),
      })
    );
  return [
    {
      id: 'reset-factors',
      label: t('security.userView.resetFactors', 'Reset second factors'),
      iconType: 'lockOpen',
      onClick: handlerOf({
        title: t(
          'security.userView.resetFactorsQuestion',
          'Reset the second factors of "{name}"?',
          values
        ),
        text: t(
          'security.userView.resetFactorsText',
          'Authenticator apps, passkeys and recovery codes are void then. Until a factor is set up again, the password is enough.'
        ),
        confirm: t('security.userView.resetFactorsConfirm', 'Reset'),
        run: () => new FactorsClient(core.http).reset(name),
        done: t(
          'security.userView.factorsReset',
          'User "{name}" has no second factor any more.',
          values
        ),
      }),
      ...disabled,
    },
    {
      id: 'demand-password',
      label: t('security.userView.demandPassword', 'Demand a new password'),
      iconType: 'key',
      onClick: handlerOf({
        title: t(
          'security.userView.demandPasswordQuestion',
          'Demand a new password of "{name}"?',
          values
        ),
        text: t(
          'security.userView.demandPasswordText',
          'Open sessions end. The present password is good for one more login, which asks for a new one before anything else.'
        ),
        confirm: t('security.userView.demandPasswordConfirm', 'Demand'),
        run: () => requireNewPassword(entities, name),
        done: t(
          'security.userView.passwordDemanded',
          'User "{name}" sets a new password at the next login.',
          values
        ),
      }),
      ...disabled,
    },
  ];
}
