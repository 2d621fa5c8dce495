import { expect, test } from 'vitest'
import { guessMapping, mappingProblems } from './map-columns.rules.ts'

test.each([
  [
    [
      'Full Name',
      'Business Name',
      'Phone (work)',
      'E-mail',
      'State',
      'ASIC / CRN',
      'Association',
      'Comments',
    ],
    {
      name: 'Full Name',
      company: 'Business Name',
      phone: 'Phone (work)',
      email: 'E-mail',
      region: 'State',
      asicNumber: 'ASIC / CRN',
      membership: 'Association',
    },
  ],
  [
    ['broker_name', 'MOBILE', 'Phone', 'email address', 'Post Code', 'Region', 'Brokerage'],
    {
      name: 'broker_name',
      phone: 'MOBILE',
      email: 'email address',
      postcode: 'Post Code',
      region: 'Region',
      company: 'Brokerage',
    },
  ],
  [
    ['ID', 'Name', 'Company', 'Phone', 'Email', 'State', 'Postcode', 'ASIC number', 'Membership', 'Status'],
    {
      name: 'Name',
      company: 'Company',
      phone: 'Phone',
      email: 'Email',
      region: 'State',
      postcode: 'Postcode',
      asicNumber: 'ASIC number',
      membership: 'Membership',
    },
  ],
  [['A', 'B'], {}],
])('%j', (columns, mapping) => expect(guessMapping(columns)).toEqual(mapping))

test('a chosen mapping names columns of the file, each once', () => {
  expect(mappingProblems({ name: 'A', phone: 'B' }, ['A', 'B'])).toBeNull()
  expect(mappingProblems({ name: 'A', phone: 'A', email: 'Z' }, ['A', 'B'])).toEqual({
    'mapping.phone': expect.stringContaining('already chosen for Name'),
    'mapping.email': expect.stringContaining('no column "Z"'),
  })
})
