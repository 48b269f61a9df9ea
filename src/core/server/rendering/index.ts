export { openBuild } from './build_manifest';
export { registerCoreRoutes } from './core_routes';
export { RenderingService } from './rendering_service';
