export { RenderingService } from './rendering_service';
export { loadUtilityClasses } from './shell';
