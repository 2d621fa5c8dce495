import { describe, expect, test } from 'vitest'
import { blankTexts } from '#contract/brokers/broker-fields.ts'
import { CHANGED_NUMBER } from '#contract/whole-numbers.ts'
import { keysOf, rowChecker } from './check-rows.rules.ts'

const columns = ['Name', 'Phone', 'Email', 'State', 'Postcode', 'ASIC', 'Company', 'Membership']
const mapping = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  region: 'State',
  postcode: 'Postcode',
  asicNumber: 'ASIC',
  company: 'Company',
  membership: 'Membership',
}
const check = (...cells: string[]) => rowChecker(columns, mapping)({ row: 2, cells })

const longEmail = (length: number): string => `a@${'b'.repeat(length - 14)}.example.com`

describe('one row', () => {
  test('is read as people write it', () => {
    const checked = check(' Ann  Lee\n', "'0491 570 156", '', 'n.s.w.', '800', ' 990 1 ', '=SUM(1)', 'fbaa')
    expect(checked.problems).toEqual([])
    expect(checked.fields).toEqual({
      ...blankTexts,
      name: 'Ann Lee',
      phone: '+61491570156',
      region: 'NSW',
      postcode: '0800',
      asicNumber: '990 1',
      company: '=SUM(1)',
      membership: 'FBAA',
      bdmId: null,
    })
  })

  test.each([
    [['', '0491570156'], 'Name', '', 'Broker name is required'],
    [['Ann', ''], 'Phone', '', 'Phone number is required'],
    [['Ann'], 'Phone', '', 'Phone number is required'],
    [['Ann', 'n/a'], 'Phone', 'n/a', 'Phone number is required'],
    [['Ann', '70100001'], 'Phone', '70100001', 'area code is missing'],
    [['Ann', '0491570156', 'a@b'], 'Email', 'a@b', 'Valid email is required'],
    [['Ann', '0491570156', '', 'Auckland'], 'State', 'Auckland', 'Not an Australian state'],
    [['Ann', '0491570156', '', '', '20'], 'Postcode', '20', 'four digits'],
    [['x'.repeat(201), '0491570156'], 'Name', 'x'.repeat(200), 'At most 200'],
    [['Ann', '0491570156', '', '', '', '', '', '', 'Lee'], '', 'Lee', '9 cells, the header 8'],
  ])('%j is rejected', (cells, column, value, reason) => {
    const checked = check(...cells)
    expect(checked.fields).toBeNull()
    expect(checked.problems).toEqual([{ column, value, reason: expect.stringContaining(reason) }])
  })

  // Covers: import-16
  test('words of databases and spreadsheets are empty, but Null and Na are surnames', () => {
    const fields = check('Ann Null', '0491570156', 'NULL', 'N/A', '#N/A', '-', '#REF!', 'nil').fields
    expect(fields).toMatchObject({
      name: 'Ann Null',
      email: null,
      region: null,
      postcode: null,
      asicNumber: null,
    })
    expect(fields).toMatchObject({ company: null, membership: null })
    expect(check('#N/A', '0491570156').problems).toEqual([
      { column: 'Name', value: '#N/A', reason: 'Broker name is required' },
    ])
    expect(check('Na', '0491570156').fields?.name).toBe('Na')
  })

  // Covers: import-16
  test('a name in several columns is joined', () => {
    const parts = rowChecker(['First', 'Last', 'Phone'], {
      firstName: 'First',
      lastName: 'Last',
      phone: 'Phone',
    })
    expect(parts({ row: 2, cells: ['Ann', 'Lee', '0491570156'] }).fields?.name).toBe('Ann Lee')
    expect(parts({ row: 3, cells: ['', '', '0491570157'] }).problems).toEqual([
      { column: 'First', value: '', reason: 'Broker name is required' },
    ])
  })

  // Covers: import-14
  test('an ASIC number that a spreadsheet made a float of is restored, or the row is rejected', () => {
    const fieldsOf = (asic: string) => check('Ann', '0491570156', '', '', '', asic)
    expect(fieldsOf('412345.0').fields?.asicNumber).toBe('412345')
    expect(fieldsOf('4.12345E+05').fields?.asicNumber).toBe('412345')
    for (const changed of ['4.12E+05', '412345.5'])
      expect(fieldsOf(changed)).toMatchObject({
        fields: null,
        problems: [{ column: 'ASIC', value: changed, reason: CHANGED_NUMBER }],
      })
  })

  test.each([
    ['name', 200, (length: number) => ['n'.repeat(length), '0491570156']],
    ['email', 320, (length: number) => ['Ann', '0491570156', longEmail(length)]],
    ['company', 200, (length: number) => ['Ann', '0491570156', '', '', '', '', 'c'.repeat(length)]],
    ['asicNumber', 40, (length: number) => ['Ann', '0491570156', '', '', '', '4'.repeat(length)]],
    ['membership', 40, (length: number) => ['Ann', '0491570156', '', '', '', '', '', 'm'.repeat(length)]],
  ] as const)('%s has at most %i characters', (field, max, cells) => {
    const reasons = (length: number) => check(...cells(length)).problems.map(({ reason }) => reason)
    const tooLong = `At most ${max} characters`
    expect(reasons(max)).not.toContain(tooLong)
    expect(reasons(max + 1)).toContain(tooLong)
    expect(check(...cells(max + 1)).problems[0]?.column).toBe(mapping[field])
  })

  test('says every problem, and which column is to be chosen', () => {
    const checked = rowChecker(['Name'], { name: 'Name' })({ row: 2, cells: [''] })
    expect(checked.problems.map(({ reason }) => reason)).toEqual([
      'Broker name is required',
      'No column is chosen for Phone',
    ])
  })
})

describe('the same broker twice in a file', () => {
  const rows = (...list: string[][]) => {
    const checker = rowChecker(columns, mapping)
    return list.map((cells, index) => checker({ row: index + 2, cells }).problems[0]?.reason ?? 'accepted')
  }

  // Covers: import-3
  test('is told by ASIC number, e-mail, or phone and name; colleagues share a phone', () => {
    expect(
      rows(
        ['Ann', '0491570156', 'ann@example.com', '', '', '990001'],
        ['Bea', '0491570157', '', '', '', '990-001'],
        ['Cas', '0491570157', 'ANN@example.com'],
        ['ANN', '+61 491 570 156'],
        ['Dan', '0491570156'],
      ),
    ).toEqual([
      'accepted',
      'The same broker as row 2: same ASIC number',
      'The same broker as row 2: same email',
      'The same broker as row 2: same phone and name',
      'accepted',
    ])
  })

  // Covers: import-4
  test('an ASIC number is its digits, however they are padded and named; what has none is no number', () => {
    expect(
      rows(
        ['Ann', '0491570156', '', '', '', '000990001'],
        ['Bea', '0491570157', '', '', '', 'CRN 990 001'],
        ['Cas', '0491570158', '', '', '', 'N/A'],
        ['Dan', '0491570159', '', '', '', 'n/a'],
        ['Eve', '0491570110', '', '', '', '000'],
        ['Fay', '0491570313', '', '', '', '0'],
      ),
    ).toEqual([
      'accepted',
      'The same broker as row 2: same ASIC number',
      ...['accepted', 'accepted', 'accepted', 'accepted'],
    ])
  })

  test('a BDM is found by name or email, whatever its case; an unknown one rejects the row', () => {
    const bdms = new Map([
      ['dana cole', 3],
      ['dana@lender.example.com', 3],
    ])
    const checker = rowChecker(['Name', 'Phone', 'BDM'], { name: 'Name', phone: 'Phone', bdm: 'BDM' }, bdms)
    const of = (row: number, bdm: string) => checker({ row, cells: [`Ann ${row}`, '0491 570 156', bdm] })
    expect(of(2, 'Dana  COLE').fields?.bdmId).toBe(3)
    expect(of(3, 'Dana@Lender.example.com').fields?.bdmId).toBe(3)
    expect(of(4, '').fields?.bdmId).toBeNull()
    expect(of(5, 'Somebody Else')).toMatchObject({
      fields: null,
      problems: [
        { column: 'BDM', value: 'Somebody Else', reason: expect.stringMatching(/^No BDM who takes/) },
      ],
    })
  })

  test('a phone without a name is nobody in particular, nor is a name without a phone', () => {
    const unknown = { ...blankTexts, name: '', region: null, bdmId: null }
    expect(keysOf({ ...unknown, name: 'Ann' })).toEqual([])
    expect(keysOf({ ...unknown, phone: '+61491570156' })).toEqual([])
    expect(keysOf({ ...unknown, name: 'Ann', phone: '+61491570156' })).toHaveLength(1)
  })

  test('a rejected row is nobody: the corrected one after it is taken', () => {
    expect(rows(['Ann', '123', 'ann@example.com'], ['Ann', '0491570156', 'ann@example.com'])[1]).toBe(
      'accepted',
    )
  })
})
