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
import { stringifyQueryParams, t } from '@sd/core/public';
import { useChanged, useKit, useLink } from '@sd/ui_kit';
import { uniq } from 'lodash';
import { type ReactElement, useState } from 'react';
import { FINDING_PAGES } from '../paths';
import { useParts } from '../parts';
import { getEditing } from './finding_objects';
import { choiceText } from './queries';

/** Objects with a button; all have a link. */
const MAX_EDITED = 3;

export function FindingFix({ finding }: { readonly finding: FindingBody }): ReactElement {
  const { PreparedChange, SECURITY_KEY, useAdmin } = useParts();
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
            legend={{ children: t('findings.ways', 'Prepared changes') }}
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
          label={t('findings.apply', 'Make this change')}
          onDone={() => {
            core.notifications.toasts.addSuccess({
              title: t('findings.fixed', 'Fixed. You can revert it in the change history.'),
            });
            history.push(FINDING_PAGES.list);
            changed(SECURITY_KEY);
          }}
        />
      )}
      <OtherFix findings={[finding]} />
      {!change && !FIXED_ELSEWHERE.includes(finding.rule) && (
        <Forms objects={finding.objects} isSecondary={prepared !== undefined} />
      )}
    </>
  );
}

/** Rules whose objects have no field that fixes them. */
const FIXED_ELSEWHERE: readonly string[] = ['sole-administrator', 'missing-second-factor'];

interface OtherFixProps {
  /** Of one rule; at least one. */
  readonly findings: readonly FindingBody[];
}

/** What no prepared entry fixes. */
export function OtherFix({ findings }: OtherFixProps): ReactElement | null {
  const link = useLink();
  const { RequireFactorsOfRoles, useMay, useMayOpen, USER_PAGES } = useParts();
  const mayOpen = useMayOpen();
  const may = useMay();
  const rule = findings[0]?.rule;
  // The roles by which these users are administrators.
  const named = findings.flatMap(({ objects }) => objects.filter(({ type }) => type === 'roles'));
  const roles = uniq(named.map(({ name }) => name));
  if (roles.length === 0) return null;
  if (rule === 'sole-administrator' && mayOpen(USER_PAGES.create))
    return (
      <>
        <EuiSpacer size="m" />
        <EuiButton
          fill
          iconType="plusCircle"
          {...link(`${USER_PAGES.create}?${stringifyQueryParams({ role: roles[0] })}`)}
        >
          {t('findings.secondAdministrator', 'Create a second administrator')}
        </EuiButton>
      </>
    );
  if (rule !== 'missing-second-factor' || !may('full')) return null;
  return (
    <>
      <EuiSpacer size="m" />
      <RequireFactorsOfRoles roles={roles} />
    </>
  );
}

interface FormsProps {
  readonly objects: FindingBody['objects'];
  /** Beside prepared changes. */
  readonly isSecondary: boolean;
}

function Forms({ objects, isSecondary }: FormsProps): ReactElement {
  const link = useLink();
  const parts = useParts();
  const mayOpen = parts.useMayOpen();
  const Button = isSecondary ? EuiButtonEmpty : EuiButton;
  return (
    <>
      <EuiSpacer size="m" />
      <EuiFlexGroup gutterSize="s" wrap responsive={false}>
        {objects
          .map((object) => getEditing(parts, object))
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
