import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Task } from '#contract/tasks/tasks.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBroker } from './bookings-world.ts'
import { type Client, staffClient } from './client.ts'

export const PHONE = '+61491570110'
const TABLES = ['tasks', 'bookings', 'messages', 'bdms', 'activities', 'broker_imports', 'task_digests']

/** The start of task tests: three of the staff, and one broker without tasks. */
export interface TasksWorld {
  app: TestApp
  lender: Client
  compliance: Client
  viewer: Client
  /** The time of the product; at the beginning of each test the present. */
  now: Date
  brokerId: number
  /** @returns the id of a call to the broker */
  call(values?: object): Promise<number>
  tell: ReturnType<TestApp['ctx']>['emit']
  askForPerson(values?: object): Promise<void>
  list(query?: string, client?: Client): Promise<Task[]>
  /** The task, where there is one alone. */
  only(query?: string): Promise<Task>
  work(id: number, body: object, client?: Client): ReturnType<Client['send']>
}

/** Prepares the world before all tests of a file, and clears it before each. */
export function tasksWorld(): TasksWorld {
  const world = {
    now: new Date(),
    async call(values = {}) {
      const row = await world.app.connection.db
        .insertInto('calls')
        .values({
          ...{ provider: 'simulator', simulated: true, toNumber: PHONE, brokerId: world.brokerId },
          ...values,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    tell: (name, payload) => world.app.ctx().tx((tx) => tx.emit(name, payload)),
    askForPerson: async (values) => world.tell('call.personAsked', { callId: await world.call(values) }),
    list: async (query = '', client = world.lender) => (await client.get(`/api/tasks?${query}`)).json(),
    async only(query) {
      const tasks = await world.list(query)
      expect(tasks).toHaveLength(1)
      return tasks[0] as Task // just counted
    },
    work: (id, body, client = world.lender) => client.send('PATCH', `/api/tasks/${id}`, body),
  } as TasksWorld // the other fields are set before the first test
  beforeAll(async () => {
    world.app = await createTestApp({ now: () => world.now })
    world.lender = await staffClient(world.app, 'lender')
    world.compliance = await staffClient(world.app, 'compliance')
    world.viewer = await staffClient(world.app, 'viewer')
  })
  beforeEach(async () => {
    world.now = new Date()
    const { db } = world.app.connection
    for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`delete from applications`.execute(db).catch(() => undefined)
    await sql`update brokers set phone = null where phone = ${PHONE}`.execute(db)
    world.brokerId = await addBroker(world.app, { phone: PHONE, name: 'Petra Secretname', region: 'VIC' })
  })
  afterAll(() => world.app?.close())
  return world
}
