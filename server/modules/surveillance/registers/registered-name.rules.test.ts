import { expect, test } from 'vitest'
import { registeredCompany, registeredPerson } from './registered-name.rules.ts'

test.each([
  ['FRASER, ISLA', 'Isla', 'Fraser'],
  ["O'BRIEN, KIRRA JAN", 'Kirra Jan', "O'Brien"],
  ['MCKENZIE-ROACH, HAMISH', 'Hamish', 'McKenzie-Roach'],
  ['TE WHATA,  AROHA', 'Aroha', 'Te Whata'],
  ['NIKOLAÏDIS, ÉLENI', 'Éleni', 'Nikolaïdis'],
  ['MACE, LI', 'Li', 'Mace'],
])('%s is written as people write it', (name, firstName, lastName) => {
  expect(registeredPerson(name)).toEqual({ firstName, lastName })
})

test.each(['REDGUM LENDING PTY LTD', 'FRASER,', ', ISLA'])('%s is no person', (name) => {
  expect(registeredPerson(name)).toBeNull()
})

test('a company keeps its legal form', () => {
  expect(registeredCompany('REDGUM  LENDING PTY LTD')).toBe('Redgum Lending Pty Ltd')
})
