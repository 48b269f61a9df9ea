export { GuideLibrary } from './guide_library';
export { guidePreload, registerGuideRoutes } from './guide_routes';
