/** Users of the demo data: 40 employees of a fictional company in seven departments. */
export interface DemoUser {
  readonly userName: string;
  readonly fullName: string;
  readonly department: string;
  readonly site: string;
  readonly backendRoles: readonly string[];
  readonly securityRoles?: readonly string[];
}

/**
 * Employees by department: name, site, additional backend roles. The first of each list leads the
 * department.
 */
const STAFF: Readonly<
  Record<string, readonly (readonly [name: string, site: string, ...roles: string[]])[]>
> = {
  sales: [
    ['Amara Okafor', 'London', 'managers'],
    ['Ben Whitfield', 'London'],
    ['Carla Moreno', 'Madrid'],
    ['Dmitri Volkov', 'Berlin'],
    ['Elif Yilmaz', 'Istanbul'],
    ['Finn Gallagher', 'Dublin'],
    ['Grace Lindqvist', 'Stockholm', 'sales-analysts'],
    ['Hugo Laurent', 'Paris'],
  ],
  finance: [
    ['Ingrid Solberg', 'Oslo', 'managers'],
    ['Jonas Weber', 'Berlin', 'auditors'],
    ['Keiko Tanaka', 'Tokyo'],
    ['Liam Doyle', 'Dublin'],
    ['Marta Kowalska', 'Warsaw', 'auditors'],
    ['Nikhil Rao', 'Bengaluru'],
  ],
  hr: [
    ['Olivia Hartmann', 'Berlin', 'managers'],
    ['Pedro Almeida', 'Lisbon'],
    ['Quinn Brooks', 'London'],
    ['Rosa Bianchi', 'Milan', 'recruiters'],
    ['Samuel Osei', 'Accra', 'recruiters'],
  ],
  operations: [
    ['Tara Singh', 'Bengaluru', 'managers', 'oncall'],
    ['Umar Farouk', 'Lagos', 'oncall'],
    ['Viktor Novak', 'Prague', 'oncall'],
    ['Wendy Zhao', 'Singapore'],
    ['Xavier Dupont', 'Paris'],
    ['Yara Haddad', 'Beirut', 'oncall'],
    ['Zoltan Kiss', 'Budapest'],
    ['Anouk de Vries', 'Rotterdam'],
  ],
  research: [
    ['Bashir Rahman', 'Berlin', 'managers'],
    ['Chloe Martin', 'Paris'],
    ['Daniel Cohen', 'Haifa'],
    ['Emi Sato', 'Tokyo'],
    ['Freya Nielsen', 'Copenhagen'],
    ['Gustavo Lima', 'Recife', 'contractors'],
  ],
  engineering: [
    ['Hana Kim', 'Seoul', 'managers', 'platform'],
    ['Ivan Petrov', 'Sofia', 'platform'],
    ['Julia Schmidt', 'Berlin', 'platform', 'oncall'],
    ['Kwame Mensah', 'Accra', 'contractors'],
  ],
  support: [
    ['Lucia Romero', 'Madrid', 'managers'],
    ['Mateo Silva', 'Lisbon'],
    ['Nadia Rossi', 'Milan'],
  ],
};

export const DEMO_USERS: readonly DemoUser[] = Object.entries(STAFF).flatMap(
  ([department, users]) =>
    users.map(([fullName, site, ...roles]) => ({
      userName: userNameOf(fullName),
      fullName,
      department,
      site,
      backendRoles: ['employees', department, ...roles],
      // One user has a directly assigned role, so that both kinds of assignment are shown.
      ...(fullName === 'Julia Schmidt' ? { securityRoles: ['index_management_full_access'] } : {}),
    }))
);

/** `Anouk de Vries` becomes `anouk.devries`. */
function userNameOf(fullName: string): string {
  const [first = '', ...last] = fullName.toLowerCase().split(' ');
  return `${first}.${last.join('')}`;
}
