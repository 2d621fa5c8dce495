import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { greetingName, parsePersonName, sortKey } from './person-name.ts'

const people: [written: string, said: string][] = [
  ['Smith, John', 'John'],
  ['Dr John Smith', 'John'],
  ['SMITH, JOHN PETER', 'John'],
  ['Mr Smith', 'Mr Smith'],
  ['Dr. Jones', 'Dr Jones'],
  ['Dr.Jones', 'Dr Jones'],
  ['Smith, Dr', 'Dr Smith'],
  ['Smith, Mr J', 'Mr Smith'],
  ['Smith, John (Mr)', 'John'],
  ['Mr John Smith', 'John'],
  ['Ms Priya Rao', 'Priya'],
  ['Mitchell, Sarah', 'Sarah'],
  [',John', 'John'],
  ['J. Callum Fraser', 'Callum'],
  ["D'Arcy O'Brien", "D'Arcy"],
  ['JOHN SMITH', 'John'],
  ['john smith', 'John'],
  ['Suharto', 'Suharto'],
  ['W.P. Nimal Fernando', 'Nimal'],
  ['Ramanathan S.', 'Ramanathan'],
  ['Priya S', 'Priya'],
  ['Wei (Vivian) Zhang', 'Vivian'],
  ['Vivian (Wei) Zhang', 'Vivian'],
  ['Zhang Wei', 'Wei'],
  ['ZHANG Wei', 'Wei'],
  ['Wei Zhang', 'Wei'],
  ['Chen Xiaoli', 'Xiaoli'],
  ['Mei Ling Chen', 'Mei Ling'],
  ['Nguyen Thi Hoa', 'Hoa'],
  ['Nguyễn Thị Hòa', 'Hòa'],
  ['Thi Hoa Nguyen', 'Hoa'],
  ['NGUYEN, VAN MINH', 'Minh'],
  ['Van Nguyen', 'Van'],
  ['Minh Nguyen', 'Minh'],
  ['Nee Wah Lim', 'Nee Wah'],
  ['Lim Wah Seng', 'Wah Seng'],
  ['Lee Jones', 'Lee'],
  ['Kim Jones', 'Kim'],
  ['Kim Min-jun', 'Min-jun'],
  ['Mai Smith', 'Mai'],
  ['Li Smith', 'Li'],
  ['Ahmad bin Ismail', 'Ahmad'],
  ['Haji Ahmad bin Ismail', 'Ahmad'],
  ['Mohd Faizal bin Hassan', 'Faizal'],
  ['Rajesh a/l Subramaniam', 'Rajesh'],
  ['Harjit Singh s/o Balbir Singh', 'Harjit'],
  ['Singh Gurpreet', 'Gurpreet'],
  ['Gurpreet Singh', 'Gurpreet'],
  ['Abd al-Rahman Haddad', 'Abd al-Rahman'],
  ['Abdul Karim Khan', 'Abdul Karim'],
  ['Abdul Khan', 'Abdul'],
  ['Te Aroha Te Whata', 'Te Aroha'],
  ['Hēnare Te Whata', 'Hēnare'],
  ['Te Whata, Hēnare', 'Hēnare'],
  ['ʻOfa Faleolo', 'ʻOfa'],
  ['Ma. Cristina Santos', 'Cristina'],
  ['Juan de la Cruz', 'Juan'],
  ['Jan van der Berg', 'Jan'],
  ['van der Berg, Jan', 'Jan'],
  ['BERG, JAN VAN DER', 'Jan'],
  ['Robert "Bob" Kinross', 'Bob'],
  ["Robert 'Bob' Kinross", 'Bob'],
  ['Sarah Mitchell (nee Bowden)', 'Sarah'],
  ['Imran Shaikh', 'Imran'],
  ['Sheikh Imran Khan', 'Imran'],
  ['Nee Wah Lim', 'Nee Wah'],
  ['Aka Sato', 'Aka'],
  ['Dean Murphy', 'Dean'],
  ['Major Tom Harris', 'Tom'],
  ['Sir Peter Marlowe', 'Peter'],
  ['SMITH John', 'John'],
  ['LEE John', 'John'],
  ['John SMITH', 'John'],
  ['TJ Brown', 'TJ'],
  ['Tom Hale T/A Hale Finance', 'Tom'],
  ['Jean-Pierre Dupont', 'Jean-Pierre'],
  ['JEAN-PIERRE DUPONT', 'Jean-Pierre'],
  ["O'NEILL, SEAN", 'Sean'],
  ['Smith; John', 'John'],
  ['John Smith Jr.', 'John'],
  ['John Smith, MBA', 'John'],
  ['John Smith OAM', 'John'],
  ['Reyes Jr, Juan', 'Juan'],
  ['Mary-Anne O’Brien', 'Mary-Anne'],
  ['Bin Wang', 'Bin'],
  ['Wang Bin', 'Bin'],
  ['Sergei Lavrov', 'Sergei'],
  ['St John Smith', 'St'],
  ['Siti Nurhaliza binti Hassan', 'Siti'],
  ['Le Minh Tuan', 'Minh Tuan'],
  ['Do Van Minh', 'Minh'],
  ['Ben Carter', 'Ben'],
  ['Prof. Dr. Anna Schmidt', 'Anna'],
  ['Hon. James Wood', 'James'],
  ['Mr John', 'Mr John'],
  ['Mrs. Smith-Jones', 'Mrs Smith-Jones'],
  ['Fa‘anunu, Sione', 'Sione'],
  ['An Tran', 'An'],
  ['Tran An', 'An'],
  ['Nguyen An', 'An'],
  ['John Smith (Sydney)', 'John'],
  ['JO BROWN', 'Jo'],
  ['Jo Brown', 'Jo'],
  ['Al Brown', 'Al'],
  ['Loan Nguyen', 'Loan'],
  ['Grace Banks', 'Grace'],
  ['John Price', 'John'],
  ['Smith John', 'Smith'],
  ['John Smith,', 'John'],
  ['Ms. A. Jones', 'Ms Jones'],
  ['Smith, Mr John', 'John'],
  ['RAJESH A/L SUBRAMANIAM', 'Rajesh'],
  ['Siti Aminah Bte Hassan', 'Siti'],
  ['NG, MEI LING', 'Mei Ling'],
  ['Ng Mei Ling', 'Mei Ling'],
  ['AL-HADDAD, OMAR', 'Omar'],
  ['Mr John Smith Jnr', 'John'],
  ['Smith, Dr John A.', 'John'],
  ['van der Berg, Anna', 'Anna'],
  ['VAN DER BERG, ANNA', 'Anna'],
  ['😀 John Smith', 'John'],
  ['John <b>Smith</b>', 'John'],
]

/** Initials, titles, companies, and texts that people type in place of a name. */
const neutral = [
  'Karunaratne M.A.D.',
  'Perera K S',
  'SMITH J P',
  'Mr.',
  'Mr',
  'J. Smith',
  'Smith, J.',
  'Smith,',
  'Q',
  'M.A.D. Karunaratne',
  'MAD Karunaratne',
  'KS Perera',
  'Harbour Home Loans',
  'Harbour Finance Pty Ltd',
  'N/A',
  '0491 570 156',
  'john.smith@example.com',
  'John & Jane Smith',
  'Mr & Mrs Smith',
  'The Manager',
  '',
  '   ',
  'K.S. Perera',
  '😀',
  '{{firstName}} Smith',
  'Mr. & Mrs. Smith',
  'T J Hooker',
]

describe('a greeting', () => {
  // Covers: surveillance-10
  test.each(people)('of %s says %s', (written, said) => {
    expect(greetingName(written)).toBe(said)
  })

  // Covers: surveillance-10
  test.each(neutral)('of "%s" says no name', (written) => {
    expect(greetingName(written)).toBeNull()
  })

  it('has letters, one line and no brackets, whatever is written', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...people.map(([written]) => written)),
    )
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 3 }), (words) => {
        const said = greetingName(words.join(' '))
        if (said !== null) expect(said).toMatch(/^[^\n()[\]@\d]*\p{L}{2}[^\n()[\]@\d]*$/u)
      }),
      { seed: 11, numRuns: 500 },
    )
  })
})

describe('a name of a person', () => {
  const parts = (text: string) => {
    const { titles, given, middle, initials, particles, surname, suffixes } = parsePersonName(text)
    return [titles, [given], middle, initials, particles, [surname], suffixes].map((list) => list.join(' '))
  }
  // Covers: surveillance-9
  test.each([
    ['Dr John Peter van der Berg Jr.', 'Dr', 'John', 'Peter', '', 'van der', 'van der Berg', 'Jr'],
    ['SMITH, JOHN PETER', '', 'John', 'Peter', '', '', 'Smith', ''],
    ['BERG, JAN VAN DER', '', 'Jan', '', '', 'Van Der', 'Van Der Berg', ''],
    ['M.A.D. Karunaratne', '', '', '', 'M A D', '', 'Karunaratne', ''],
    ['MAD Karunaratne', '', '', '', 'M A D', '', 'Karunaratne', ''],
    ['Isla M Fraser', '', 'Isla', '', 'M', '', 'Fraser', ''],
    ['Ahmad bin Ismail', '', 'Ahmad', '', '', 'bin', 'bin Ismail', ''],
    ['Nguyen Thi Hoa', '', 'Hoa', 'Thi', '', '', 'Nguyen', ''],
    ['Nadia Sheikh', '', 'Nadia', '', '', '', 'Sheikh', ''],
    ['Sheikh Imran Khan', 'Sheikh', 'Imran', '', '', '', 'Khan', ''],
    ['Bruce Junior', '', 'Bruce', '', '', '', 'Junior', ''],
    ['Peter Marlowe AM', '', 'Peter', '', '', '', 'Marlowe', 'AM'],
    ['Peter Am', '', 'Peter', '', '', '', 'Am', ''],
    ['O’BRIEN-MCKENZIE, SEÁN', '', 'Seán', '', '', '', 'O’Brien-McKenzie', ''],
    ['Suharto', '', 'Suharto', '', '', '', '', ''],
    ['  ', '', '', '', '', '', '', ''],
  ])('%s has its parts', (text, ...expected) => {
    expect(parts(text)).toEqual(expected)
  })

  it('is read from long texts in time that does not grow with their length', () => {
    const began = process.cpuUsage()
    for (const part of ['(', ' (a', '"a ', 'nee ', 'a b ', ' s/o', 'J.', ', ', 'van '])
      greetingName(part.repeat(50_000 / part.length))
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(2000)
  })

  it('sorts by the family name with its particles', () => {
    const names = ['Zoë O’Brien', 'VAN DER BERG, JAN', 'Ann Smith', 'Adam Obrien', 'Wei Zhang', 'Suharto']
    expect(names.toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)))).toEqual([
      'Adam Obrien',
      'Zoë O’Brien',
      'Ann Smith',
      'Suharto',
      'VAN DER BERG, JAN',
      'Wei Zhang',
    ])
  })
})
