export { DocLinksService } from './doc_links_service';
