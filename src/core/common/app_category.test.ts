import { DEFAULT_APP_CATEGORIES } from './app_category';

it('defines the categories of the platform in their order', () => {
  const categories = Object.values(DEFAULT_APP_CATEGORIES);
  expect(categories.map(({ id, label, order }) => [id, label, order])).toEqual([
    ['kibana', 'Security Dashboards', 1000],
    ['enterpriseSearch', 'Enterprise Search', 2000],
    ['observability', 'Observability', 3000],
    ['securitySolution', 'Security', 4000],
    ['management', 'Management', 5000],
  ]);
});
