export { MetricsService, type MetricsServiceDeps } from './metrics_service';
