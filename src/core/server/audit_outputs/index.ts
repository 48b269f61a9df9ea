export { AuditOutputs } from './audit_outputs';
export type { OutputFigures } from './output_queue';
