export { RenderingService } from './rendering_service';
