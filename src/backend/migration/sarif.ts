/** Findings as SARIF 2.1.0, which code hosts show beside the lines of a change. */
import type { FindingObject, Severity } from '../../contracts/api';
import type { Finding } from '../api/engine';
import type { Rule } from '../findings/rule';

/** Where an object begins; `undefined` outside a folder of files. */
export type Locate = (
  object: FindingObject
) => { readonly uri: string; readonly line: number } | undefined;

/** `score` is what code hosts sort by, from 0 to 10. */
const LEVELS: Readonly<Record<Severity, { readonly level: string; readonly score: string }>> = {
  critical: { level: 'error', score: '9.5' },
  high: { level: 'error', score: '8.0' },
  medium: { level: 'warning', score: '5.0' },
  low: { level: 'note', score: '2.0' },
};

export interface SarifAbout {
  /** Of the product. */
  readonly version: string | undefined;
  /** What was not checked. */
  readonly notes: readonly string[];
}

export const toSarif = (
  rules: readonly Rule[],
  findings: readonly Finding[],
  locate: Locate,
  { version, notes }: SarifAbout
): object => ({
  $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'Security Dashboards',
          ...(version !== undefined && { version, semanticVersion: version }),
          rules: rules.map(({ id, reason, severity, group }) => ({
            id,
            shortDescription: { text: reason.text },
            defaultConfiguration: { level: LEVELS[severity].level },
            properties: { tags: ['security', group], 'security-severity': LEVELS[severity].score },
          })),
        },
      },
      invocations: [
        {
          executionSuccessful: true,
          toolExecutionNotifications: notes.map((text) => ({
            level: 'warning',
            message: { text },
          })),
        },
      ],
      results: findings.map(({ id, rule, severity, text, fix, objects }) => ({
        ruleId: rule,
        level: LEVELS[severity].level,
        message: { text: `${text} ${fix}` },
        locations: objects.slice(0, 1).map((object) => getLocation(object, locate)),
        relatedLocations: objects.slice(1).map((object) => getLocation(object, locate)),
        partialFingerprints: { 'finding/v1': id },
      })),
    },
  ],
});

function getLocation(object: FindingObject, locate: Locate): object {
  const place = locate(object);
  return {
    ...(place && {
      physicalLocation: {
        artifactLocation: { uri: place.uri },
        region: { startLine: place.line },
      },
    }),
    logicalLocations: [{ kind: 'resource', fullyQualifiedName: `${object.type}/${object.name}` }],
  };
}
