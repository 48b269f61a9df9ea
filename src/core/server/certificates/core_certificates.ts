/** The certificates that core loads at its start. Those of `server.ssl` are loaded again later. */
import { readUsedCertificates, type UsedCertificate } from '../../../backend/api';
import type { CoreConfig } from '../config';

export const readCoreCertificates = ({
  opensearch,
  engine,
}: CoreConfig): readonly UsedCertificate[] => [
  ...(opensearch.hosts === undefined
    ? []
    : readUsedCertificates(
        'opensearch.ssl',
        opensearch.ssl.certificateAuthorities,
        opensearch.ssl.certificate
      )),
  ...(engine.audit.syslog.host === undefined
    ? []
    : readUsedCertificates(
        'engine.audit.syslog.ssl',
        engine.audit.syslog.ssl.certificateAuthorities
      )),
];
