import { templateProblem } from './config';

const VIEW = 'https://osd.example/app/dashboards?security_tenant={tenant}#/view/{id}';

it.each([VIEW, '/grafana/d/{id}', 'http://127.0.0.1:3000/{type}/{id}'])(
  'the template %s can be used',
  (template) => {
    expect(templateProblem(template)).toBeUndefined();
  }
);

it.each([
  ['https://osd.example/{id}/{space}', /\{space\} is not a placeholder/],
  ['https://osd.example/app', /\{id\} is missing/],
  ['javascript:alert({id})', /must begin with https/],
  ['//evil.example/{id}', /must begin with https/],
  ['/\\evil.example/{id}', /must begin with https/],
  ['https://{id}.example/', /must begin with https/],
  ['app/{id}', /must begin with https/],
])('the template %s is refused', (template, problem) => {
  expect(templateProblem(template)).toMatch(problem);
});
