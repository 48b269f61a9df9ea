/** Values of the form of a connection, and its settings. */
import type { CLUSTER_CREDENTIALS } from '@sd/contracts';
import { type ClusterConnectionBody, type ClusterEntry, type ClusterSettings } from '@sd/contracts';
import { t } from '@sd/core/public';
import type { FormProblems } from '@sd/ui_kit';

export type CredentialsKind = (typeof CLUSTER_CREDENTIALS)[number];
type Verification = 'full' | 'certificate' | 'none';

export interface ClusterForm {
  /** Fixed after creation; derived from the name while it is empty. */
  readonly id: string;
  readonly name: string;
  readonly environment: '' | NonNullable<ClusterEntry['environment']>;
  readonly color: string;
  readonly confirmsChanges: boolean;
  /** One address a line. */
  readonly hosts: string;
  readonly verification: Verification;
  /** PEM texts; secrets are empty unless they are replaced. */
  readonly authorities: string;
  readonly credentials: CredentialsKind;
  readonly username: string;
  readonly password: string;
  readonly certificate: string;
  readonly key: string;
  readonly passphrase: string;
  /** The administrator's own, for a test. */
  readonly testUsername: string;
  readonly testPassword: string;
}

/** Never stored with a draft. */
export const SECRET_FIELDS = ['password', 'key', 'passphrase', 'testPassword'] as const;

/** @param ownName - of the administrator, who often has it on other clusters as well */
export const connectionToForm = (
  found: ClusterConnectionBody | undefined,
  ownName: string
): ClusterForm => ({
  id: found?.id ?? '',
  name: found?.name ?? '',
  environment: found?.environment ?? '',
  color: found?.color ?? '',
  confirmsChanges: found?.confirm_changes === true,
  hosts: found?.hosts.join('\n') ?? '',
  verification: found?.ssl?.verification_mode ?? 'full',
  authorities: found?.ssl?.certificate_authorities ?? '',
  credentials: found?.credentials ?? 'session',
  username: found?.username ?? '',
  certificate: found?.ssl?.certificate ?? '',
  password: '',
  key: '',
  passphrase: '',
  testUsername: ownName,
  testPassword: '',
});

const NOT_IN_IDS = /[^a-z0-9]+/g;
const MAX_ID_LENGTH = 40;

/** The id, or one made of the name. */
export const toConnectionId = ({ id, name }: Pick<ClusterForm, 'id' | 'name'>): string =>
  id.trim() ||
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(NOT_IN_IDS, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_ID_LENGTH);

export const splitHosts = ({ hosts }: Pick<ClusterForm, 'hosts'>): readonly string[] =>
  hosts.split(/[\s,]+/).filter((host) => host !== '');

export function formToSettings(form: ClusterForm): ClusterSettings {
  const { environment, credentials, verification } = form;
  const isService = credentials === 'service';
  const certificate = isService ? form.certificate.trim() : '';
  const authorities = form.authorities.trim();
  const color = form.color.trim();
  const username = isService ? form.username.trim() : '';
  return {
    name: form.name.trim(),
    hosts: [...splitHosts(form)],
    credentials,
    ...(environment !== '' && { environment }),
    ...(color !== '' && { color }),
    ...(form.confirmsChanges && { confirm_changes: true }),
    ...(username !== '' && { username }),
    ...(username !== '' && form.password !== '' && { password: form.password }),
    ssl: {
      verification_mode: verification,
      ...(authorities !== '' && { certificate_authorities: authorities }),
      ...(certificate !== '' && { certificate }),
      ...(certificate !== '' && form.key.trim() !== '' && { key: form.key.trim() }),
      ...(certificate !== '' && form.passphrase !== '' && { key_passphrase: form.passphrase }),
    },
  };
}

const MAX_NAME_LENGTH = 50;

export function connectionProblems(form: ClusterForm): FormProblems {
  const name = form.name.trim();
  return {
    ...(name === '' && { name: t('clusters.common.enterAName', 'Enter a name.') }),
    ...(name.length > MAX_NAME_LENGTH && {
      name: t('clusters.clusterForm.nameTooLong', 'Use at most {limit, number} characters.', {
        limit: MAX_NAME_LENGTH,
      }),
    }),
    ...(name !== '' &&
      toConnectionId(form) === '' && {
        id: t('clusters.clusterForm.noId', 'Enter an ID of lowercase letters and digits.'),
      }),
    ...(splitHosts(form).length === 0 && {
      hosts: t('clusters.clusterForm.noHosts', 'Enter at least one address.'),
    }),
    ...(form.color.trim() !== '' &&
      !/^#[0-9a-f]{6}$/i.test(form.color.trim()) && {
        color: t('clusters.clusterForm.badColor', 'Enter a color such as #0077cc.'),
      }),
  };
}
