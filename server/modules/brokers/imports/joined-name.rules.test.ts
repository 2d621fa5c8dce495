import { expect, test } from 'vitest'
import { joinedName } from './joined-name.rules.ts'

const none = { title: '', firstName: '', middleName: '', lastName: '', suffix: '' }

// Covers: http-conventions-21
test.each([
  [{ firstName: 'Ann', lastName: 'Lee' }, 'Ann Lee'],
  [
    { title: 'Dr', firstName: 'Ann', middleName: 'Mary', lastName: 'Lee', suffix: 'AM' },
    'Dr Ann Mary Lee AM',
  ],
  [{ title: 'Senior Broker', firstName: 'Ann', lastName: 'Lee' }, 'Ann Lee'],
  [{ firstName: 'Ann' }, 'Ann'],
  [{ lastName: 'Lee' }, 'Lee'],
  [{ title: 'Ms', middleName: 'Mary' }, ''],
  [{ firstName: 'Jennifer', lastName: 'Null' }, 'Jennifer Null'],
  [{ firstName: 'JENNIFER', lastName: 'NULL' }, 'JENNIFER NULL'],
  [{ firstName: 'Jennifer', lastName: 'NULL', middleName: 'N/A' }, 'Jennifer'],
  [{ firstName: 'Hyun', lastName: 'Na' }, 'Hyun Na'],
  [{ firstName: 'NULL', lastName: 'NULL' }, ''],
])('%j is %j', (cells, name) => expect(joinedName({ ...none, ...cells })).toBe(name))
