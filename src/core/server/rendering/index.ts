export { openBuild, type BuildFiles, type BuildManifest } from './build_manifest';
export { registerCoreRoutes, type CoreRoutesDeps } from './core_routes';
export { RenderingService, type RenderingServiceDeps } from './rendering_service';
