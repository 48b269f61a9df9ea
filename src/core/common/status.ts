/** Body of `GET /api/status`; its schema stands in the contracts. */
export type { StatusEntry, StatusMetrics, StatusResponse } from '../../contracts/api/server';
