/** Body of `GET /api/status`; its schema is in the contracts. */
export type {
  StatusEntry,
  StatusMetrics,
  StatusOutline,
  StatusResponse,
} from '../../contracts/api/server';
