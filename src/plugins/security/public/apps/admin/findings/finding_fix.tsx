/** Fixes a finding: by a prepared change, one of several ways, or in the forms of its objects. */
import {
  EuiButton,
  EuiButtonEmpty,
  EuiFlexGroup,
  EuiFlexItem,
  EuiRadioGroup,
  EuiSpacer,
} from '@elastic/eui';
import type { FindingBody } from '@sd/contracts';
import { t } from '@sd/core/public';
import { useChanged, useKit, useLink } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { choiceText } from '../../../services/findings';
import { SECURITY_KEY } from '../../../services/query_keys';
import { useMay, useMayOpen } from '../../../services/rights';
import { RequireFactorsOfRole } from '../../../components/factor_requirement';
import { PreparedChange } from '../../../components/review/prepared_change';
import { FINDING_PAGES, USER_PAGES } from '../paths';
import { editingOf } from './finding_texts';

/** Objects with a button; all have a link. */
const MAX_EDITED = 3;

export function FindingFix({ finding }: { readonly finding: FindingBody }): ReactElement {
  const { core } = useAdmin();
  const { history } = useKit();
  const changed = useChanged();
  const [chosen, setChosen] = useState(0);
  const { id, change, choices = [] } = finding;
  const prepared = change ?? choices[chosen]?.change;
  return (
    <>
      {choices.length > 0 && (
        <>
          <EuiSpacer size="m" />
          <EuiRadioGroup
            name="way"
            legend={{ children: t('security.findings.ways', 'Prepared changes') }}
            options={choices.map((one, at) => ({ id: `way-${at}`, label: choiceText(one) }))}
            idSelected={`way-${chosen}`}
            onChange={(way) => setChosen(Number(way.slice('way-'.length)))}
          />
        </>
      )}
      {prepared && (
        <PreparedChange
          key={chosen}
          id={`${id} ${chosen}`}
          change={prepared}
          finding={id}
          label={t('security.findings.apply', 'Make this change')}
          onDone={() => {
            core.notifications.toasts.addSuccess({
              title: t(
                'security.findings.fixed',
                'Fixed. You can revert it in the change history.'
              ),
            });
            history.push(FINDING_PAGES.list);
            changed(SECURITY_KEY);
          }}
        />
      )}
      <OtherFix rule={finding.rule} />
      {!change && !FIXED_ELSEWHERE.includes(finding.rule) && (
        <Forms objects={finding.objects} isSecondary={prepared !== undefined} />
      )}
    </>
  );
}

/** Rules whose objects have no field that fixes them. */
const FIXED_ELSEWHERE: readonly string[] = ['sole-administrator', 'missing-second-factor'];

/** What no prepared entry fixes. */
function OtherFix({ rule }: Pick<FindingBody, 'rule'>): ReactElement | null {
  const link = useLink();
  const mayOpen = useMayOpen();
  const may = useMay();
  if (rule === 'sole-administrator' && mayOpen(USER_PAGES.create))
    return (
      <>
        <EuiSpacer size="m" />
        <EuiButton
          fill
          iconType="plusCircle"
          {...link(`${USER_PAGES.create}?role=${ADMINISTRATOR_ROLE}`)}
        >
          {t('security.findings.secondAdministrator', 'Create a second administrator')}
        </EuiButton>
      </>
    );
  if (rule !== 'missing-second-factor' || !may('full')) return null;
  return (
    <>
      <EuiSpacer size="m" />
      <RequireFactorsOfRole role={ADMINISTRATOR_ROLE} />
    </>
  );
}

/** The role that each engine has for administrators. */
const ADMINISTRATOR_ROLE = 'all_access';

interface FormsProps {
  readonly objects: FindingBody['objects'];
  /** Beside prepared changes. */
  readonly isSecondary: boolean;
}

function Forms({ objects, isSecondary }: FormsProps): ReactElement {
  const link = useLink();
  const mayOpen = useMayOpen();
  const Button = isSecondary ? EuiButtonEmpty : EuiButton;
  return (
    <>
      <EuiSpacer size="m" />
      <EuiFlexGroup gutterSize="s" wrap responsive={false}>
        {objects
          .map(editingOf)
          .filter(({ path }) => mayOpen(path))
          .slice(0, MAX_EDITED)
          .map(({ path, text }) => (
            <EuiFlexItem key={path} grow={false}>
              <Button {...(isSecondary && { flush: 'left' })} {...link(path)}>
                {text}
              </Button>
            </EuiFlexItem>
          ))}
      </EuiFlexGroup>
    </>
  );
}
