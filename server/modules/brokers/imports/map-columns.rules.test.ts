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
  [
    ['First Name', 'Last Name', 'Company', 'Business Phone', 'Mobile Phone', 'E-mail Address'],
    {
      ...{ firstName: 'First Name', lastName: 'Last Name', company: 'Company' },
      ...{ phone: 'Mobile Phone', email: 'E-mail Address' },
    },
  ],
  [
    [
      ...[
        'Title',
        'First Name',
        'Middle Name',
        'Last Name',
        'Suffix',
        'Job Title',
        'Business Street',
        'Business State',
      ],
      ...['Business Postal Code', 'Business Fax', 'Business Phone', 'E-mail Display Name', 'E-mail Address'],
    ],
    {
      ...{ title: 'Title', firstName: 'First Name', middleName: 'Middle Name', lastName: 'Last Name' },
      ...{ suffix: 'Suffix', region: 'Business State', postcode: 'Business Postal Code' },
      ...{ phone: 'Business Phone', email: 'E-mail Address' },
    },
  ],
  [
    [
      ...['Name Prefix', 'First Name', 'Last Name', 'Name Suffix', 'Organization Name', 'E-mail 1 - Label'],
      ...['E-mail 1 - Value', 'Phone 1 - Label', 'Phone 1 - Value'],
    ],
    {
      ...{ title: 'Name Prefix', firstName: 'First Name', lastName: 'Last Name', suffix: 'Name Suffix' },
      ...{ company: 'Organization Name', email: 'E-mail 1 - Value', phone: 'Phone 1 - Value' },
    },
  ],
  [['Given Name', 'Surname', 'Full Name'], { name: 'Full Name' }],
  [['A', 'B'], {}],
  [['Name', 'Phone', 'Address (street, suburb, state, postcode)'], { name: 'Name', phone: 'Phone' }],
])('%j', (columns, mapping) => expect(guessMapping(columns)).toEqual(mapping))

test('a chosen mapping names columns of the file, each once', () => {
  expect(mappingProblems({ name: 'A', phone: 'B' }, ['A', 'B'])).toBeNull()
  expect(mappingProblems({ name: 'A', phone: 'A', email: 'Z' }, ['A', 'B'])).toEqual({
    'mapping.phone': expect.stringContaining('already chosen for Name'),
    'mapping.email': expect.stringContaining('no column "Z"'),
  })
})
