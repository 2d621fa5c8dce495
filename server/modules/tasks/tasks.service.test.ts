import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { taskTerms } from '#contract/tasks/task-kinds.ts'
import { optOutByVoice } from '#server/modules/brokers/suppressions/suppressions.ts'
import { makePdf } from '#test/make-pdf.ts'
import { addBdm, addBroker, known, post, setCallingClock, someone } from '#test/worlds/bookings-world.ts'
import { staffClient } from '#test/worlds/client.ts'
import { PHONE, tasksWorld } from '#test/worlds/tasks-world.ts'
import { keepPdf } from '#test/worlds/vault-files.ts'
import { lookForTasks } from './look.job.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const world = tasksWorld()
const { call, askForPerson, list, only, work, tell } = world

const look = () => lookForTasks(world.app.ctx())
/** A finished call with its event. */
async function finish(outcome: 'human' | 'unknown' | 'no_answer', values: object = {}): Promise<number> {
  const callId = await call({ outcome, finishedAt: new Date(), ...values })
  await tell('calls.finished', { calls: [{ callId, outcome, corrected: false }] })
  return callId
}
const suppress = async () => {
  await sql`delete from suppressions where phone = ${PHONE}`
    .execute(world.app.connection.db)
    .catch(() => undefined)
  const answer = await world.lender.send('POST', '/api/suppressions', {
    phoneNumber: PHONE,
    reason: 'Asked to',
  })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}

describe('somebody who asked for a person', () => {
  // Covers: waits-for-person-1
  it('is a task to call back, once however often they ask, due in four hours', async () => {
    await askForPerson()
    await askForPerson()
    const task = await only()
    expect(task).toMatchObject({
      ...{ kind: 'call_back', state: 'open', name: 'Petra Secretname', phone: PHONE, assignee: null },
      ...{ details: 'Asked to speak to a person in a call.', broker: { id: world.brokerId } },
    })
    expect(Date.parse(task.dueAt)).toBe(world.now.getTime() + taskTerms.call_back.hours * HOUR_MS)
  })

  // Covers: simulator-7
  it('follows the simulator’s clock in its start, its due time and its lateness, where a simulated call opens it', async () => {
    const simulatedAt = new Date(world.now.getTime() + 3 * DAY_MS)
    const clock = async (hours: number) =>
      setCallingClock(world.app, new Date(simulatedAt.getTime() + hours * HOUR_MS))
    await clock(0)
    await askForPerson({ simulatedAt, createdAt: world.now })
    const task = await only()
    expect(Date.parse(task.simulatedAt ?? '')).toBe(simulatedAt.getTime())
    expect(Date.parse(task.dueAt)).toBe(simulatedAt.getTime() + taskTerms.call_back.hours * HOUR_MS)
    expect(await list('overdue=true')).toEqual([])
    await clock(taskTerms.call_back.hours + 1)
    expect(await list('overdue=true')).toHaveLength(1)
    expect(await list('overdue=false')).toEqual([])
  })

  // Covers: waits-for-person-1
  it('is none where staff rang a number of their own for a test', async () => {
    await askForPerson({ test: true, brokerId: null })
    expect(await list()).toEqual([])
  })

  // Covers: waits-for-person-5
  it('needs no call any more once a later call reached them; one that rang out changes nothing', async () => {
    await askForPerson()
    await finish('no_answer')
    await only()
    await finish('human')
    expect(await only('state=ended')).toMatchObject({ endedReason: 'They were reached in a later call.' })
    expect(await list()).toEqual([])
  })

  // Covers: waits-for-person-5
  it('needs a call again where they asked again in the call that reached them', async () => {
    await askForPerson()
    const callId = await call()
    await tell('call.personAsked', { callId })
    await world.app.connection.db
      .updateTable('calls')
      .set({ outcome: 'human', finishedAt: new Date() })
      .where('id', '=', callId)
      .execute()
    await tell('calls.finished', { calls: [{ callId, outcome: 'human', corrected: false }] })
    await only()
  })

  // Covers: waits-for-person-5
  it('needs none once they opted out', async () => {
    await askForPerson()
    await suppress()
    expect(await only('state=ended')).toMatchObject({ endedReason: 'They opted out of calls.' })
  })

  it('needs none where they had opted out before they rang us, and do so again', async () => {
    const optOut = () =>
      optOutByVoice(world.app.ctx(), { phone: PHONE, at: new Date(), reason: 'Said stop', callId: null })
    await optOut()
    await askForPerson()
    await only()
    await optOut()
    expect(await only('state=ended')).toMatchObject({ endedReason: 'They opted out of calls.' })
  })

  // Covers: waits-for-person-1
  it('is one where they rang us and reached nobody, broker or stranger', async () => {
    const stranger = '+61491570111'
    await tell('call.missed', { phone: PHONE, brokerId: world.brokerId, callId: null, asked: false })
    await tell('call.missed', { phone: stranger, brokerId: null, callId: null, asked: true })
    expect((await list()).map(({ phone, details, name }) => [phone, details, name])).toEqual([
      [PHONE, 'Rang us and heard the recorded message only.', 'Petra Secretname'],
      [stranger, 'Rang us and asked for a person.', null],
    ])
  })
})

describe('a merged record', () => {
  // Covers: waits-for-person-5
  it('hands its tasks to the one that is kept', async () => {
    await tell('call.missed', { phone: PHONE, brokerId: world.brokerId, callId: null, asked: true })
    const kept = await addBroker(world.app, {
      name: 'Petra Kept',
      phone: '+61491570119',
      email: 'kept@example.com',
    })
    const merged = await world.lender.send('POST', `/api/brokers/${kept}/merge`, { brokerId: world.brokerId })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await only()).toMatchObject({ broker: { id: kept }, name: 'Petra Kept' })
  })
})

/** A day on which meetings are held. */
function midweek(): Date {
  const ahead = [1, 2, 3, 4, 5].map((days) => new Date(world.now.getTime() + days * DAY_MS))
  const found = ahead.find((day) => [2, 3].includes(day.getUTCDay()))
  if (!found) throw new Error('a week has a Tuesday')
  return found
}

describe('a meeting that was wanted', () => {
  // Covers: waits-for-person-2
  it('is a task while no time is free, and ends by itself when staff or the broker book one', async () => {
    const callId = await call()
    await tell('calls.optionsChosen', {
      choices: [{ callId, option: 'option_2', source: 'key', slot: midweek().toISOString() }],
    })
    expect(await only()).toMatchObject({
      kind: 'meeting_wanted',
      details: 'Asked for a meeting in a call, and no time was free.',
    })
    await addBdm(world.app)
    const slots = (await world.lender.get(slotsPath()))
      .json()
      .flatMap((day: { slots: object[] }) => day.slots)
    const free = slots.find(({ available }: { available: boolean }) => available)
    world.now = new Date(world.now.getTime() + HOUR_MS)
    const booked = await post(
      world.app,
      someone({ scheduledDate: free.start, ...known(world.app, world.brokerId) }),
    )
    expect(booked.statusCode, booked.body).toBe(201)
    expect(await only('state=ended')).toMatchObject({ endedReason: 'A meeting was booked.' })
    const mails = await world.app.connection.db
      .selectFrom('messages')
      .select('recipient')
      .where('template', '=', 'booking_confirmed')
      .execute()
    expect(mails).toEqual([{ recipient: 'petra@example.com' }])
  })
})

describe('a meeting at another time than was said', () => {
  async function differs(): Promise<number> {
    const [callId, bookingId] = [await call(), await pastMeeting(-48)]
    const booked = new Date(world.now.getTime() + 47 * HOUR_MS)
    const said = new Date('2026-11-24T14:00:00+11:00')
    await tell('booking.differsFromCall', { bookingId, callId, said, booked })
    return bookingId
  }

  // Covers: waits-for-person-3
  it('is a task to check it with them, until it is rescheduled or cancelled', async () => {
    const id = await differs()
    const task = await only()
    expect(task).toMatchObject({
      ...{ kind: 'meeting_differs', name: 'Petra Secretname', subject: { type: 'booking', id } },
      details: expect.stringMatching(/^Tue 24 Nov, 2:00 pm AEDT was said in a call, .* was booked\.$/),
    })
    expect((await world.lender.send('PATCH', `/api/bookings/${id}`, { note: 'Suits' })).statusCode).toBe(200)
    await only()
    const cancelled = await world.lender.send('PATCH', `/api/bookings/${id}`, { status: 'cancelled' })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    expect(await only('state=ended')).toMatchObject({ endedReason: 'The meeting is no longer ahead.' })
  })
})

const slotsPath = (): string => {
  const day = (offset: number) => new Date(world.now.getTime() + offset * DAY_MS).toISOString().slice(0, 10)
  return `/api/bookings/availability?from=${day(2)}&to=${day(40)}`
}

async function pastMeeting(hoursAgo: number, values: object = {}): Promise<number> {
  const bdmId = await addBdm(world.app)
  const end = new Date(world.now.getTime() - hoursAgo * HOUR_MS)
  const { rows } = await sql<{ id: number }>`
    insert into bookings (bdm_id, during, meeting_type, attendees, name, email, source, uid)
    values (${bdmId}, tstzrange(${new Date(end.getTime() - HOUR_MS)}, ${end}), 'general-inquiry', 1, 'Vic Visitor',
      'vic@example.com', 'web', ${crypto.randomUUID()}) returning id`.execute(world.app.connection.db)
  const id = rows[0]?.id ?? 0
  if (Object.keys(values).length > 0)
    await world.app.connection.db.updateTable('bookings').set(values).where('id', '=', id).execute()
  return id
}

describe('what time alone makes a task', () => {
  // Covers: waits-for-person-4
  it('a meeting that is unmarked a day after it, until it is marked; a test or a cancelled one never', async () => {
    const id = await pastMeeting(25)
    await pastMeeting(23)
    await pastMeeting(30, { test: true })
    await pastMeeting(35, { status: 'cancelled' })
    await look()
    await look()
    expect(await only()).toMatchObject({
      ...{ kind: 'meeting_unmarked', name: 'Vic Visitor', subject: { type: 'booking', id } },
    })
    // the meeting ended 25 hours ago, and the dashboard counts it as overdue since the last hour
    expect(await list('overdue=true')).toHaveLength(1)
    expect((await world.lender.send('PATCH', `/api/bookings/${id}`, { status: 'held' })).statusCode).toBe(200)
    expect(await only('state=ended')).toMatchObject({ endedReason: 'The meeting was marked.' })
  })

  // Covers: waits-for-person-5
  it('is not opened again once a person closed it', async () => {
    await pastMeeting(25)
    await look()
    const { id } = await only()
    expect((await work(id, { action: 'done', note: null })).statusCode).toBe(200)
    await look()
    expect(await list()).toEqual([])
  })

  // Covers: waits-for-person-4
  it('an application three days old, until it is decided; one of two days is in time', async () => {
    const submitted = async (email: string, days: number) => {
      const { rows } = await sql<{ id: number }>`
        insert into applications (status, first_name, last_name, email, submitted_at)
        values ('submitted', 'Ana', 'Quill', ${email}, ${new Date(world.now.getTime() - days * DAY_MS)}) returning id`.execute(
        world.app.connection.db,
      )
      return rows[0]?.id ?? 0
    }
    const id = await submitted(`ana${world.now.getTime()}@example.com`, 3.1)
    await submitted(`bo${world.now.getTime()}@example.com`, 2)
    await look()
    const task = await only('kind=application_overdue')
    expect(task).toMatchObject({ name: 'Ana Quill', subject: { type: 'application', id } })
    expect(Date.parse(task.dueAt)).toBe(world.now.getTime() - 0.1 * DAY_MS)
    // a lender may see it, and not decide
    expect((await work(task.id, { action: 'done', note: null })).statusCode).toBe(403)
    const decided = await world.compliance.send('POST', `/api/accreditations/${id}/review`, {
      ...{ action: 'decline', reason: 'The insurance has ended.' },
    })
    expect(decided.statusCode, decided.body).toBe(200)
    expect(await only('state=ended')).toMatchObject({ endedReason: 'The application was decided.' })
  })

  // Covers: waits-for-person-4
  it('a document three days old, until it is decided', async () => {
    const { db } = world.app.connection
    const { id: fileId } = await keepPdf(world.app.ctx(), makePdf(['page']))
    const uploadedAt = new Date(world.now.getTime() - 3.1 * DAY_MS)
    const { rows } = await sql<{ id: number }>`
      insert into documents (broker_id, document_type_id, version, file_id, uploaded_at)
      values (${world.brokerId}, (select min(id) from document_types), 1, ${fileId}, ${uploadedAt}) returning id`.execute(
      db,
    )
    const id = rows[0]?.id ?? 0
    await look()
    const task = await only('kind=document_overdue')
    expect(task).toMatchObject({ name: 'Petra Secretname', subject: { type: 'document', id } })
    expect(Date.parse(task.dueAt)).toBe(uploadedAt.getTime() + 3 * DAY_MS)
    expect((await work(task.id, { action: 'done', note: null })).statusCode).toBe(403)
    const decided = await world.compliance.send('POST', `/api/documents/${id}/review`, {
      ...{ action: 'reject', seen: 'pending', reason: 'Pages are missing.' },
    })
    expect(decided.statusCode, decided.body).toBe(200)
    expect(await only('state=ended')).toMatchObject({ endedReason: 'The document was decided or replaced.' })
  })

  // Covers: waits-for-person-4
  it('an application that came back completed, three days after that, though it was a task before', async () => {
    const at = (days: number) => new Date(world.now.getTime() - days * DAY_MS)
    const { rows } = await sql<{ id: number }>`
      insert into applications (status, first_name, last_name, email, submitted_at)
      values ('submitted', 'Ana', 'Quill', ${`ana${world.now.getTime()}@example.com`}, ${at(9)}) returning id`.execute(
      world.app.connection.db,
    )
    const id = rows[0]?.id ?? 0
    const moveTo = async (status: string, days: number) => {
      await sql`update applications set status = ${status} where id = ${id}`.execute(world.app.connection.db)
      await sql`insert into application_events (application_id, status, actor, at)
        values (${id}, ${status}, 'Applicant', ${at(days)})`.execute(world.app.connection.db)
      await look()
    }
    await look()
    await only('kind=application_overdue')
    await moveTo('info_requested', 5)
    expect(await list('kind=application_overdue')).toEqual([])
    await moveTo('submitted', 2)
    expect(await list('kind=application_overdue')).toEqual([])
    world.now = new Date(world.now.getTime() + 2 * DAY_MS)
    world.lender = await staffClient(world.app, 'lender')
    await look()
    const again = await only('kind=application_overdue')
    expect(again).toMatchObject({ subject: { type: 'application', id } })
    // it waits since it came back, two days before the clock moved on by two
    expect(Date.parse(again.dueAt)).toBe(world.now.getTime() - DAY_MS)
  })

  // Covers: waits-for-person-4
  it('an import that failed, until it is started again or undone, and again where it fails again', async () => {
    const { rows } = await sql<{ id: number }>`
      with run as (insert into runs (kind, state, error)
        values ('brokers.run-import', 'failed', 'The import stopped.') returning id)
      insert into broker_imports (run_id, filename, columns, mapping, on_existing, rows, accepted, rejected, existing)
      select id, 'list.csv', '[]', '{}', 'skip', 1, 1, 0, 0 from run returning run_id as id`.execute(
      world.app.connection.db,
    )
    await look()
    expect(await only()).toMatchObject({ kind: 'import_failed', name: 'list.csv' })
    await sql`update runs set state = 'running' where id = ${rows[0]?.id}`.execute(world.app.connection.db)
    await look()
    expect(await only('state=ended')).toMatchObject({
      endedReason: 'The import was started again or undone.',
    })
    await sql`update runs set state = 'failed' where id = ${rows[0]?.id}`.execute(world.app.connection.db)
    await look()
    expect(await only()).toMatchObject({ kind: 'import_failed', name: 'list.csv' })
  })
})

describe('a call that ended unknown', () => {
  // Covers: waits-for-person-4
  it('is a task with what to do, and ends when the outcome is known', async () => {
    const callId = await finish('unknown')
    expect(await only()).toMatchObject({ kind: 'call_unknown', subject: { type: 'call', id: callId } })
    const { db } = world.app.connection
    await db.updateTable('calls').set({ outcome: 'no_answer' }).where('id', '=', callId).execute()
    await tell('calls.finished', { calls: [{ callId, outcome: 'no_answer', corrected: true }] })
    expect(await only('state=ended')).toMatchObject({ endedReason: 'The outcome of the call is known.' })
  })
})
