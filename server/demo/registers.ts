import { addDays } from '#contract/calendar.ts'
import type { Register } from '#contract/surveillance/registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { checkEverybody } from '#server/modules/surveillance/checks/run-checks.ts'
import { readRegisterFile, storeSnapshot } from '#server/modules/surveillance/registers/import-register.ts'
import { openTask } from '#server/modules/tasks/store.ts'
import type { Random } from '#server/platform/random.ts'
import { addPastDays } from './past-days.ts'
import { type RegisterCells, registerFile } from './register-files.ts'

interface Holder {
  name: string
  region: string | null
  postcode: string | null
  asicNumber: string | null
}

const LICENSEES = 30
const OTHER_REPRESENTATIVES = 150
const BANNED = 120
const BANNED_ORGANISATIONS = 12
/** None of them is a demo broker's, so that who is found was meant to be. */
const SURNAMES =
  'Abernathy,Bracegirdle,Colquhoun,Dunstable,Eversleigh,Fotheringham,Gillespie,Hathersage,Illingworth,Jolliffe,Kilpatrick,Lethbridge'.split(
    ',',
  )
const GIVEN = 'Albert,Beryl,Clifford,Doreen,Ernest,Freda,Gordon,Hilda,Ivor,Joyce,Kenneth,Lorna'.split(',')
const PLACES = ['NSW 2150', 'VIC 3128', 'QLD 4215', 'WA 6027', 'SA 5067'].map(
  (place) => place.split(' ') as [string, string],
)
const BANS = ['Credit Banned & Disqualified', 'AFS Banned & Disqualified', 'Disq. Director']
const WORDS = [
  'Aurora',
  'Billabong',
  'Currawong',
  'Driftwood',
  'Everglade',
  'Fernleaf',
  'Gumnut',
  'Headland',
  'Inlet',
  'Jetty',
]

/**
 * Made-up registers in ASIC's form that match most brokers of the demo. Exceptions: one licence has ended, one licensee
 * is suspended, one broker has the name of a person banned in the same state, one of a person whose ban is over.
 */
export async function addRegisters(ctx: Ctx, random: Random): Promise<void> {
  const { db } = ctx
  const holders = await db
    .selectFrom('brokers')
    .select(['name', 'region', 'postcode', 'asicNumber'])
    .where('asicNumber', 'is not', null)
    .orderBy('id')
    .execute()
  const day = sydneyDate(ctx.now())
  const unknown = others(random)
  const representatives = [...holders.map((holder, at) => representative(holder, at, day)), ...unknown]
  await store(ctx, addDays(day, -PUBLISHED_EVERY), [
    ['credit_licensees', licensees()],
    ['credit_representatives', aWeekBefore(representatives)],
  ])
  await store(ctx, day, [
    ['credit_licensees', licensees()],
    ['credit_representatives', representatives],
    ['banned_persons', [...namesakes(holders), ...banned(random)]],
    ['banned_organisations', bannedOrganisations()],
  ])
  await watch(ctx, WATCHED)
  const alerts = await checkEverybody(ctx)
  await addPastDays(ctx, random)
  for (const { brokerId, title } of alerts) {
    await openTask(ctx, {
      ...{ kind: 'compliance_review', key: String(brokerId), details: `${title}.` },
      subject: null,
      brokerId,
    })
  }
}

/** Days between two files of a register. */
const PUBLISHED_EVERY = 7

async function store(
  ctx: Ctx,
  day: string,
  files: readonly (readonly [Register, readonly RegisterCells[]])[],
): Promise<void> {
  for (const [register, rows] of files) {
    const source = `${register}_${day.replaceAll('-', '')}.csv`
    const file = { register, bytes: registerFile(register, rows), source, snapshotDate: day }
    await storeSnapshot(ctx, file, await readRegisterFile(file))
  }
}

/** How many of the last representatives are new this week. */
const NEW_THIS_WEEK = 18
/** One in this many of the others moved to another licensee this week. */
const MOVED_EVERY = 40

/** The register of the week before: without new representatives; ended or moved ones have their former values. */
function aWeekBefore(rows: readonly RegisterCells[]): RegisterCells[] {
  return rows.slice(0, -NEW_THIS_WEEK).map((row, at) => ({
    ...row,
    CRED_REP_END_DT: '',
    ...(at % MOVED_EVERY === MOVED_EVERY - 1 && { CRED_LIC_NUM: licenceOf(at + 1) }),
  }))
}

/** The licensees that the demo's lender deals with. */
const WATCHED = ['990801', '990812', '990820']

async function watch(ctx: Ctx, numbers: readonly string[]): Promise<void> {
  await ctx.db
    .insertInto('watchedLicensees')
    .values(numbers.map((number) => ({ number, addedAt: ctx.now() })))
    .execute()
}

/** Indexes of the brokers with each finding. */
const ENDED = 20
const OF_SUSPENDED = 40
const NAMESAKE = 60
const OF_OLD_BAN = 80

const licenceOf = (index: number): string => String(990_800 + (index % (LICENSEES - 1)) + 1)
const SUSPENDED_LICENCE = '990800'

function licensees(): RegisterCells[] {
  return Array.from({ length: LICENSEES }, (_, index) => ({
    CRED_LIC_NUM: String(990_800 + index),
    CRED_LIC_NAME: `${WORDS[index % WORDS.length]} CREDIT SERVICES ${index + 1} PTY LTD`.toUpperCase(),
    CRED_LIC_START_DT: '01/07/2011',
    CRED_LIC_STATUS: index === 0 ? 'SUSP' : 'APPR',
    CRED_LIC_STATE: 'NSW',
    CRED_LIC_PCODE: '2000',
    CRED_LIC_EDRS: 'AFCA',
  }))
}

/** 'Aroha Te Whata' becomes 'TE WHATA, AROHA'. */
function registered(name: string): string {
  const [given = '', ...rest] = name.split(' ')
  return `${rest.join(' ')}, ${given}`.toUpperCase()
}

const inState = ({ region, postcode }: Holder) => ({
  CRED_REP_STATE: region ?? '',
  CRED_REP_PCODE: postcode ?? '',
})

function representative(holder: Holder, index: number, day: string): RegisterCells {
  return {
    CRED_REP_NUM: holder.asicNumber ?? '',
    CRED_LIC_NUM: index === OF_SUSPENDED ? SUSPENDED_LICENCE : licenceOf(index),
    CRED_REP_NAME: registered(holder.name),
    CRED_REP_START_DT: `01/${String((index % 12) + 1).padStart(2, '0')}/20${String(11 + (index % 14)).padStart(2, '0')}`,
    CRED_REP_END_DT: index === ENDED ? asicDay(addDays(day, -3)) : '',
    ...inState(holder),
    CRED_REP_EDRS: 'AFCA',
    CRED_REP_AUTHORISATIONS: 'Same as Registrant',
  }
}

const asicDay = (day: string): string => day.split('-').reverse().join('/')

function others(random: Random): RegisterCells[] {
  return Array.from({ length: OTHER_REPRESENTATIVES }, (_, index) => {
    const [state, postcode] = random.pick(PLACES)
    return {
      CRED_REP_NUM: String(995_000 + index),
      CRED_LIC_NUM: licenceOf(index),
      CRED_REP_NAME: `${random.pick(SURNAMES)}, ${random.pick(GIVEN)} ${random.pick(GIVEN)}`.toUpperCase(),
      CRED_REP_START_DT: '01/07/2019',
      CRED_REP_STATE: state,
      CRED_REP_PCODE: postcode,
      CRED_REP_EDRS: 'AFCA',
      CRED_REP_AUTHORISATIONS: 'Same as Registrant',
    }
  })
}

function namesakes(holders: readonly Holder[]): RegisterCells[] {
  const chosen = [
    { holder: holders[NAMESAKE], end: '' },
    { holder: holders[OF_OLD_BAN], end: '30/06/2021' },
  ]
  return chosen.flatMap(({ holder, end }, index) => {
    if (!holder) return []
    return {
      BD_PER_NAME: registered(holder.name),
      BD_PER_TYPE: 'Credit Banned & Disqualified',
      BD_PER_DOC_NUM: `#09900000${index + 1}`,
      BD_PER_START_DT: '12/03/2018',
      BD_PER_END_DT: end,
      BD_PER_ADD_STATE: holder.region ?? '',
      BD_PER_ADD_PCODE: holder.postcode ?? '',
      BD_PER_ADD_COUNTRY: 'AUSTRALIA',
    }
  })
}

function banned(random: Random): RegisterCells[] {
  return Array.from({ length: BANNED }, (_, index) => {
    const [state, postcode] = random.pick(PLACES)
    return {
      BD_PER_NAME: `${random.pick(SURNAMES)}, ${random.pick(GIVEN)} ${random.pick(GIVEN)}`.toUpperCase(),
      BD_PER_TYPE: random.pick(BANS),
      BD_PER_DOC_NUM: `#0991${String(index).padStart(5, '0')}`,
      BD_PER_START_DT: `15/${String((index % 12) + 1).padStart(2, '0')}/2019`,
      BD_PER_END_DT: random.next() < 0.5 ? '' : '14/06/2029',
      BD_PER_ADD_STATE: state,
      BD_PER_ADD_PCODE: postcode,
      BD_PER_ADD_COUNTRY: 'AUSTRALIA',
    }
  })
}

/** From the numbers that ASIC has not issued: 990 000 014 and on, each with its check digit. */
function bannedOrganisations(): RegisterCells[] {
  return Array.from({ length: BANNED_ORGANISATIONS }, (_, index) => ({
    BD_ORG_ACN: acn(99_000_101 + index),
    BD_ORG_NAME: `${WORDS[index % WORDS.length]} WEALTH ${index + 1} PTY LTD`.toUpperCase(),
    BD_ORG_TYPE: 'Credit banning',
    BD_ORG_START_DT: '03/02/2020',
  }))
}

function acn(base: number): string {
  const digits = String(base).padStart(8, '0')
  const sum = [...digits].reduce((before, digit, at) => before + Number(digit) * (8 - at), 0)
  return digits + ((10 - (sum % 10)) % 10)
}
