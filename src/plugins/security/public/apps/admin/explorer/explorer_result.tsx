/** Result of the access explorer: decision, grants, near misses and the smallest changes. */
import {
  EuiAccordion,
  EuiButtonEmpty,
  EuiCallOut,
  EuiCopy,
  EuiPanel,
  EuiSpacer,
  EuiText,
  EuiTitle,
} from '@elastic/eui';
import type { AccessExplanation, ExplainedKey, IndexDependence } from '@sd/contracts';
import { t } from '@sd/core/public';
import { Actions, Panel } from '@sd/ui_kit';
import { type ReactElement, type ReactNode, Fragment } from 'react';
import { NotConsidered } from '../../../components/access/not_considered';
import { EffectiveRestrictions } from '../../../components/access/effective_restrictions';
import { useEntityParts } from '../../../services/entity_parts';
import { AddedPart } from '../../../components/added_part';
import { useFeature } from '../../../services/features';
import { RoleTable } from '../users/role_table';
import { grantText, listMisses, nearMissText } from './chain_texts';
import { dependenceTexts, effectText, outcomeText, reasonText } from './decision_texts';
import type { ExplorerRequest } from './explain_request';
import { AccessPaths, closestMiss, isShown } from './access_path';
import { Fix, rankSuggestions, Suggestions } from './suggestions';

const COLORS = { allowed: 'success', partial: 'warning', denied: 'danger' } as const;
const ICONS = { allowed: 'check', partial: 'warning', denied: 'cross' } as const;

export interface ExplorerResultProps {
  readonly request: ExplorerRequest;
  readonly response: AccessExplanation;
  readonly onAgain: () => void;
  readonly isLoading: boolean;
}

export function ExplorerResult(props: ExplorerResultProps): ReactElement {
  const { request, response } = props;
  const { user } = response;
  const panels = useEntityParts('explanation');
  return (
    <>
      {user.suspended && (
        <>
          <EuiCallOut
            color="warning"
            iconType="warning"
            size="s"
            title={t(
              'security.explorer.suspended',
              "{name} is suspended and can't log in. This is what the roles allow.",
              { name: user.name }
            )}
          />
          <EuiSpacer size="s" />
        </>
      )}
      <NotConsidered codes={response.not_considered} />
      <DecisionCallOut {...props} />
      <Reasons request={request} response={response} />
      <Folded
        id="roles"
        title={t('security.explorer.roles', 'Roles ({count})', {
          count: user.roles.length,
        })}
      >
        <RoleTable name={user.name} roles={user.roles} />
      </Folded>
      {!response.key &&
        panels.map(({ id, load }) => (
          <Fragment key={id}>
            <EuiSpacer size="m" />
            <AddedPart load={load} props={{ name: user.name }} />
          </Fragment>
        ))}
      <EuiSpacer size="m" />
      <EuiText size="s" color="subdued">
        <DecisionSource request={request} isInternal={user.exists} />
      </EuiText>
      {response.truncated.length > 0 && (
        <>
          <EuiSpacer size="m" />
          <EuiCallOut
            size="s"
            iconType="info"
            title={t(
              'security.explorer.truncated',
              'Not everything is shown here. The result takes all of it into account.'
            )}
          />
        </>
      )}
    </>
  );
}

/** The decision in a sentence, with ways to check again and to share it. */
function DecisionCallOut({ response, onAgain, isLoading }: ExplorerResultProps): ReactElement {
  const { decision, depends_on_indices: dependence } = response;
  const outcome = dependence ? 'partial' : decision.outcome;
  return (
    <EuiCallOut
      color={COLORS[outcome]}
      iconType={ICONS[outcome]}
      size="s"
      title={
        dependence
          ? t('security.explorer.depends', 'Depends on the existing indices')
          : outcomeText(outcome)
      }
    >
      {dependence ? (
        <Dependence {...dependence} />
      ) : (
        <p>
          {reasonText(decision)} {effectText(decision.effect)}
        </p>
      )}
      {decision.outcome === 'partial' && <IndexLists {...decision} />}
      {response.key && <Key owner={response.user.name} {...response.key} />}
      <Actions>
        <EuiButtonEmpty
          size="xs"
          flush="left"
          iconType="refresh"
          isLoading={isLoading}
          onClick={onAgain}
        >
          {t('security.common.checkAgain', 'Check again')}
        </EuiButtonEmpty>
        <EuiCopy textToCopy={window.location.href}>
          {(copy) => (
            <EuiButtonEmpty size="xs" flush="both" iconType="link" onClick={copy}>
              {t('security.explorer.share', 'Copy link to this result')}
            </EuiButtonEmpty>
          )}
        </EuiCopy>
      </Actions>
    </EuiCallOut>
  );
}

/** What leads to the decision, what would change it, and which data it leaves visible. */
function Reasons({
  request,
  response,
}: Pick<ExplorerResultProps, 'request' | 'response'>): ReactElement {
  const { grants, restrictions, near_misses: misses, suggestions } = response;
  const { narrow, broad } = rankSuggestions(suggestions);
  const [fix, ...others] = narrow;
  const closest = closestMiss(response, fix);
  const otherMisses = listMisses(misses).filter((miss) => miss !== closest || !isShown(miss, fix));
  return (
    <>
      <Part title={t('security.explorer.path', 'Path')}>
        <AccessPaths
          response={response}
          suggestion={fix}
          fix={fix && <Fix suggestion={fix} request={request} />}
        />
      </Part>
      {others.length > 0 && (
        <Folded
          id="otherFixes"
          title={t('security.explorer.otherFixes', 'Other ways to allow it ({count})', {
            count: others.length,
          })}
        >
          <Suggestions suggestions={others} request={request} />
        </Folded>
      )}
      {broad.length > 0 && (
        <Folded
          id="broadFixes"
          title={t('security.explorer.broadFixes', 'Grants much more ({count})', {
            count: broad.length,
          })}
        >
          <Suggestions suggestions={broad} request={request} />
        </Folded>
      )}
      {otherMisses.length > 0 && (
        <Folded
          id="misses"
          title={t('security.explorer.misses', 'Close matches ({count})', {
            count: otherMisses.length,
          })}
        >
          <Sentences items={otherMisses.map(nearMissText)} />
        </Folded>
      )}
      {grants.length > 0 && (
        <Part title={t('security.common.why', 'Why')}>
          <Sentences items={grants.map(grantText)} />
        </Part>
      )}
      {restrictions.length > 0 && (
        <Part title={t('security.explorer.visible', 'Visible data')}>
          {restrictions.map((part) => (
            <div key={part.index}>
              <EuiText size="s">
                <strong>{part.index}</strong>
              </EuiText>
              <EffectiveRestrictions {...part} />
            </div>
          ))}
        </Part>
      )}
    </>
  );
}

const Part = ({
  title,
  children,
}: {
  readonly title: ReactNode;
  readonly children: ReactNode;
}): ReactElement => (
  <>
    <EuiSpacer size="m" />
    <Panel title={title}>{children}</Panel>
  </>
);

/** What is not needed to act stays folded, so that the answer fits the window. */
const Folded = ({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement => (
  <>
    <EuiSpacer size="s" />
    <EuiPanel hasBorder hasShadow={false} paddingSize="s">
      <EuiAccordion
        id={`explorer-${id}`}
        paddingSize="s"
        buttonContent={
          <EuiTitle size="xxs">
            <h2>{title}</h2>
          </EuiTitle>
        }
      >
        {children}
      </EuiAccordion>
    </EuiPanel>
  </>
);

const Sentences = ({ items }: { readonly items: readonly string[] }): ReactElement => (
  <EuiText size="s" style={{ overflowWrap: 'anywhere' }}>
    <ul>
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  </EuiText>
);

const IndexLists = ({
  allowed_indices: allowed,
  denied_indices: denied,
}: AccessExplanation['decision']): ReactElement => (
  <p>
    {t('security.explorer.indexLists', 'Allowed: {allowed}. Not allowed: {denied}.', {
      allowed: allowed.join(', '),
      denied: denied.join(', '),
    })}
  </p>
);

/** What a cluster does with a wildcard, by the indices that exist. */
const Dependence = (dependence: IndexDependence): ReactElement => (
  <>
    <p>
      {t(
        'security.explorer.dependsOn',
        "The question has a wildcard, and this server doesn't know which indices exist. The roles permit {patterns}.",
        { patterns: dependence.permitted.join(', ') }
      )}
    </p>
    <ul>
      {dependenceTexts(dependence).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </>
);

/** Permissions that the API key lacks compared with its owner. */
const Key = ({
  name,
  owner,
  unnamed_actions: unnamed,
}: ExplainedKey & { readonly owner: string }): ReactElement => (
  <p>
    {unnamed.length === 0
      ? t('security.explorer.ofKey', 'Checked the API key “{name}” of {owner}.', { name, owner })
      : t(
          'security.explorer.unnamed',
          "The roles of {owner} would allow it, but the API key “{name}” doesn't include {actions} here.",
          { name, owner, actions: unnamed.join(', ') }
        )}
  </p>
);

/** Shows the evaluated subject and the source of the decision. */
function DecisionSource({
  request: { user },
  isInternal,
}: {
  readonly request: ExplorerRequest;
  readonly isInternal: boolean;
}): ReactElement {
  // If another system manages the configuration, its own evaluation is authoritative.
  const isOwnEngine = useFeature('conditionalWrites');
  return (
    <p>
      {!isInternal && user !== '' && (
        <>
          {t(
            'security.explorer.described',
            'There is no internal user “{user}”. Checked as an external user with the backend roles above.',
            { user }
          )}{' '}
        </>
      )}
      {isOwnEngine
        ? t('security.explorer.byEngine', "Checked by this server's security engine.")
        : t(
            'security.explorer.byDashboards',
            "Checked by this server against the cluster's configuration. The cluster makes the final decision."
          )}
    </p>
  );
}
