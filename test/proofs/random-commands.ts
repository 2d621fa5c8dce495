// Random events of an installation: calls and their events, brokers added, changed, merged, deleted, erased and
// imported, imports undone, meetings and applications, work interrupted and connections lost.
import { sql } from 'kysely'
import { countFigures } from '#server/modules/figures/count-figures.ts'
import { closeDays, countDueDay } from '#server/modules/figures/figures.store.ts'
import { seeded } from '#server/platform/random.ts'
import type { TestApp } from '#test/test-app.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'
import { runImport } from '#test/worlds/run-import.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'
import { bookMeeting, changeMeeting, placeCall, reportCallEvents } from './random-call-commands.ts'
import { anyOf, type Command, someTime, type World } from './random-world.ts'

const REGIONS = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT']

/** A transaction that ends like this leaves nothing. */
class BrokenOff extends Error {}

export interface RandomCommands {
  /** How often each was carried out. */
  done: ReadonlyMap<string, number>
  run(count: number): Promise<void>
}

export async function randomCommands(app: TestApp, seed: number): Promise<RandomCommands> {
  const random = seeded(seed)
  const admin = await staffClient(app, 'admin')
  const { db } = app.connection
  for (let count = 0; count < 3; count++) await addBdm(app)
  const world: World = { app, admin, db, random, next: 1 }
  for (let count = 0; count < 4; count++) await addCampaign(world)
  for (let count = 0; count < 20; count++) await addBroker(world)
  const done = new Map<string, number>()
  return {
    done,
    async run(count) {
      for (let step = 0; step < count; step++) {
        const [name, command] = random.weighted(commands)
        // a refused command, e.g. deleting a broker during a call, changes nothing
        await command(world)
        done.set(name, (done.get(name) ?? 0) + 1)
      }
    },
  }
}

const phoneOf = (n: number): string => `02 5550 ${String(n % 10_000).padStart(4, '0')}`

async function addCampaign(world: World): Promise<void> {
  await world.admin.send('POST', '/api/campaigns', {
    name: `Campaign ${world.next++}`,
    product: 'Flex',
    callScript: 'Hello',
  })
}

async function addBroker(world: World): Promise<void> {
  const { admin, random } = world
  const n = world.next++
  await admin.send('POST', '/api/brokers', {
    ...{
      name: `Broker ${n}`,
      phone: phoneOf(n),
      email: `broker.${n}@example.com`,
      region: random.pick(REGIONS),
    },
    ...(random.next() < 0.5 && { asicNumber: String(100_000 + n) }),
  })
}

async function changeBroker(world: World): Promise<void> {
  const id = await anyOf(world, 'brokers')
  const asicNumber = world.random.next() < 0.5 ? '' : String(900_000 + world.next++)
  await world.admin.send('PATCH', `/api/brokers/${id}`, { region: world.random.pick(REGIONS), asicNumber })
}

async function deleteBroker(world: World): Promise<void> {
  await world.admin.send('DELETE', `/api/brokers/${await anyOf(world, 'brokers')}`)
}

async function mergeBrokers(world: World): Promise<void> {
  const [into, from] = [await anyOf(world, 'brokers'), await anyOf(world, 'brokers')]
  await world.admin.send('POST', `/api/brokers/${into}/merge`, { brokerId: from })
}

async function importBrokers(world: World): Promise<void> {
  const { admin, app, random } = world
  const lines = Array.from({ length: 1 + random.below(8) }, () => {
    const n = world.next++
    return `Listed ${n},${phoneOf(n)},listed.${n}@example.com,${random.pick(REGIONS)}`
  })
  const preview = await admin.send(
    'POST',
    '/api/brokers/imports',
    undefined,
    uploadForm(['name,phone,email,state', ...lines].join('\n')),
  )
  const { id } = preview.json()
  await admin.send('POST', `/api/brokers/imports/${id}/commit`)
  await runImport(app.ctx(), id)
  if (random.next() < 0.5) await admin.send('POST', `/api/brokers/imports/${id}/undo`)
}

async function deleteCampaign(world: World): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from campaigns`.execute(world.db)
  if ((rows[0]?.n ?? 0) <= 2) return
  const id = await anyOf(world, 'campaigns')
  await sql`delete from enrolments where campaign_id = ${id}`.execute(world.db)
  await sql`delete from campaigns where id = ${id}`.execute(world.db)
}

async function apply(world: World): Promise<void> {
  const email = `applicant.${world.next++}@example.com`
  await visitor(world.app).send(
    'POST',
    '/api/accreditations',
    undefined,
    applicationForm({ ...applicant, email }, [{ name: 'piInsurance', bytes: pdf() }]),
  )
  await sql`update applications set submitted_at = ${someTime(world)} where email = ${email} and submitted_at is not null`.execute(
    world.db,
  )
}

/** A transaction that is broken off after it changed something of everything. */
async function breakOff({ app }: World): Promise<void> {
  await app
    .ctx()
    .tx(async (tx) => {
      await sql`update calls set status = 'completed', outcome = 'human', finished_at = now(), response = 'option_1'`.execute(
        tx.db,
      )
      await sql`update enrolments set state = 'done'`.execute(tx.db)
      await sql`update brokers set asic_number = null`.execute(tx.db)
      throw new BrokenOff()
    })
    .catch((error: unknown) => {
      if (!(error instanceof BrokenOff)) throw error
    })
}

/** The connection is lost after a due day is counted and before the commit. */
async function loseConnection({ app, db }: World): Promise<void> {
  const counting = app
    .ctx()
    .tx(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.db)
      await closeDays(tx)
      await countDueDay(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(db)
      await sql`select 1`.execute(tx.db)
    })
    .catch(() => undefined)
  await counting
}

/** Two processes at the same time. */
const count: Command = ({ app }) => Promise.all([countFigures(app.ctx()), countFigures(app.ctx())])

const commands: readonly (readonly [readonly [string, Command], number])[] = [
  [['call', placeCall], 20],
  [['events', reportCallEvents], 40],
  [['broker added', addBroker], 6],
  [['broker changed', changeBroker], 6],
  [['broker erased', deleteBroker], 4],
  [['brokers merged', mergeBrokers], 4],
  [['import', importBrokers], 2],
  [['campaign', addCampaign], 1],
  [['meeting', bookMeeting], 4],
  [['meeting changed', changeMeeting], 4],
  [['application', apply], 2],
  [['broken off', breakOff], 2],
  [['connection lost', loseConnection], 1],
  [['campaign deleted', deleteCampaign], 1],
  [['figures counted', count], 4],
]
