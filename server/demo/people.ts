import type { Region } from '#contract/brokers/brokers.ts'
import type { Random } from '#server/platform/random.ts'

/** A fictitious broker: reserved numbers, example addresses, names drawn from pools. */
export interface Person {
  name: string
  phone: string
  email: string
  company: string
  region: Region
  postcode: string
  asicNumber: string | null
  membership: string
}

const GIVEN =
  'Amelia Callum Hamish Isla Darcy Matilda Liam Sarah Priya Arjun Gurpreet Harpreet Wei Mei Xiaoli Minh Hoa Thanh Fatima Omar Leila Dimitri Eleni Giulia Marco Aroha Sione Maria Rafael Jarrah Kirra Tomasz'.split(
    ' ',
  )
const SURNAMES =
  "Smith,Jones,Williams,Brown,Wilson,Taylor,Nguyen,Tran,Pham,Singh,Kaur,Patel,Sharma,Chen,Wang,Zhang,Li,O'Brien,Murphy,Kelly,Fraser,Campbell,Rossi,Russo,Papadopoulos,Nikolaidis,Haddad,Khoury,Okafor,Kowalski,Santos,Te Whata,Faleolo,Delaney-Roach,Müller".split(
    ',',
  )
const FIRMS =
  'Harbour,Redgum,Southern Cross,Wattle,Bluegum,Kestrel,Northpoint,Coastline,Ironbark,Banksia,Summit,Lantern,Jacaranda,Tidewater'.split(
    ',',
  )
const TRADES = ['Home Loans', 'Finance', 'Lending', 'Mortgages', 'Finance Brokers', 'Capital'] as const
const ENDINGS = [
  [' Pty Ltd', 70],
  [' Group Pty Ltd', 10],
  ['', 20],
] as const

// shares of the credit representatives register by state
const STATES: readonly (readonly [Region, number])[] = [
  ['NSW', 33],
  ['VIC', 28],
  ['QLD', 19],
  ['WA', 10],
  ['SA', 6],
  ['ACT', 1.5],
  ['TAS', 1.5],
  ['NT', 1],
]
const POSTCODES: Record<Region, readonly string[]> = {
  NSW: ['2150', '2067', '2200', '2300', '2500', '2880'],
  VIC: ['3000', '3128', '3175', '3011', '3220'],
  QLD: ['4000', '4109', '4215', '4810'],
  WA: ['6000', '6027', '6160'],
  SA: ['5000', '5067'],
  ACT: ['2617'],
  TAS: ['7000', '7250'],
  NT: ['0800'],
}
const AREA: Record<Region, string> = {
  NSW: '2',
  ACT: '2',
  VIC: '3',
  TAS: '3',
  QLD: '7',
  WA: '8',
  SA: '8',
  NT: '8',
}
const MEMBERSHIPS = [
  ['MFAA', 68],
  ['FBAA', 24],
  ['CBA', 3],
  ['Other', 5],
] as const
const WITH_ASIC_NUMBER = 0.82

/** Mobile numbers that the Australian regulator keeps free for fiction. */
const MOBILES =
  '570006 570156 570157 570158 570159 570110 570313 570737 571266 571491 571804 572549 572665 572983 573770 573087 574118 574632 575254 575789 576398 576801 577426 577644 578957 578148 578888 579212 579760 579455'.split(
    ' ',
  )

/** Names that test a layout; they open the list. */
const AWKWARD = [
  "Siobhán O'Callaghan-Fitzgerald",
  'Wei Li',
  'Giulia M. Rossi',
  'Anastasia Papadopoulos-Konstantinopoulou van der Westhuizen',
]

/** `count` brokers, each with a number of their own. */
export function makePeople(random: Random, count: number): Person[] {
  return Array.from({ length: count }, (_, index) => makePerson(random, index))
}

function makePerson(random: Random, index: number): Person {
  const region = random.weighted(STATES)
  const name = AWKWARD[index] ?? `${random.pick(GIVEN)} ${random.pick(SURNAMES)}`
  const mobile = MOBILES[index]
  return {
    name,
    phone: mobile
      ? `+61491${mobile}`
      : `+61${AREA[region]}${random.pick(['5550', '7010'])}${String(1000 + index)}`,
    email: `${addressOf(name)}.${index}@example.com`,
    company: `${random.pick(FIRMS)} ${random.pick(TRADES)}${random.weighted(ENDINGS)}`,
    region,
    postcode: random.pick(POSTCODES[region]),
    asicNumber: random.next() < WITH_ASIC_NUMBER ? String(990_100 + index) : null,
    membership: random.weighted(MEMBERSHIPS),
  }
}

function addressOf(name: string): string {
  const plain = name.normalize('NFD').toLowerCase()
  return plain
    .replaceAll(/[^a-z ]/g, '')
    .trim()
    .replaceAll(/ +/g, '.')
    .slice(0, 40)
}
