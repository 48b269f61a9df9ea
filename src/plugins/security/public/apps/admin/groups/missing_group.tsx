import { FormattedMessage } from '@sd/core/public';

/** What is said of an action group that is not there. */
export const missingGroup = (name: string) => ({
  title: (
    <FormattedMessage
      id="security.groupView.missingTitle"
      defaultMessage="Action group not found"
    />
  ),
  body: (
    <FormattedMessage
      id="security.groupView.missingBody"
      defaultMessage="There is no action group “{name}”. It may have been deleted."
      values={{ name }}
    />
  ),
  link: (
    <FormattedMessage id="security.groupView.missingLink" defaultMessage="Show all permissions" />
  ),
});
