export * from './findings';
export * from './guardrails';
export * from './usage';
