export { CertificateMonitor, type CertificateSource } from './certificate_monitor';
export { readCoreCertificates } from './core_certificates';
