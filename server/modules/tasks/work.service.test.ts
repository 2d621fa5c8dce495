import { describe, expect, it } from 'vitest'
import type { Task } from '#contract/tasks/tasks.ts'
import type { Client } from '#test/worlds/client.ts'
import { tasksWorld } from '#test/worlds/tasks-world.ts'
import { sendDigests } from './digest.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const world = tasksWorld()
const { askForPerson, list, only, work, tell } = world

describe('working on tasks', () => {
  const idOf = async (client: Client): Promise<number> => {
    const me = (await client.get('/api/auth/user')).json()
    return me.id
  }

  // Covers: waits-for-person-6
  it('assigns, filters by assignee, counts, and audits who did what', async () => {
    await askForPerson()
    const { id } = await only()
    const me = await idOf(world.lender)
    expect(await list('assignee=me')).toEqual([])
    expect(await list('assignee=nobody')).toHaveLength(1)
    const assigned = await work(id, { action: 'assign', assigneeId: me })
    expect(assigned.json().assignee).toMatchObject({ id: me })
    expect(await list('assignee=me')).toHaveLength(1)
    expect(await list(`assignee=${me}`)).toHaveLength(1)
    expect(await list('assignee=nobody')).toEqual([])
    expect((await world.lender.get('/api/tasks/count')).json()).toEqual({ open: 1, mine: 1, overdue: 0 })
    world.now = new Date(world.now.getTime() + 5 * HOUR_MS)
    expect((await world.lender.get('/api/tasks/count')).json()).toEqual({ open: 1, mine: 1, overdue: 1 })
    expect(await list('overdue=true')).toHaveLength(1)
    expect(await list('overdue=false')).toEqual([])
    const done = await work(id, { action: 'done', note: 'Left a message' })
    expect(done.json()).toMatchObject({ state: 'done', note: 'Left a message', closedBy: expect.any(String) })
    const audited = await world.app.connection.db
      .selectFrom('auditLog')
      .select(['action', 'actorId'])
      .where('subjectType', '=', 'task')
      .where('subjectId', '=', String(id))
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { action: 'task.assigned', actorId: me },
      { action: 'task.closed', actorId: me },
    ])
  })

  // Covers: waits-for-person-6
  it('cannot be given to who may not do it', async () => {
    await askForPerson()
    const { id } = await only()
    for (const client of [world.viewer, world.compliance]) {
      const answer = await work(id, { action: 'assign', assigneeId: await idOf(client) })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toEqual({ assigneeId: 'Choose somebody who may work on this task' })
    }
  })

  // Covers: waits-for-person-6
  it('is closed to viewers, and to compliance where the matter is not a review', async () => {
    await askForPerson()
    const { id } = await only()
    expect(await list('', world.viewer)).toHaveLength(1)
    for (const client of [world.viewer, world.compliance])
      expect((await work(id, { action: 'done', note: null }, client)).statusCode).toBe(403)
  })

  // Covers: waits-for-person-6
  it('snoozes out of sight until the time comes, and nothing may be snoozed into the past', async () => {
    await askForPerson()
    const { id } = await only()
    const until = new Date(world.now.getTime() + DAY_MS).toISOString()
    expect((await work(id, { action: 'snooze', until })).statusCode).toBe(200)
    expect(await list()).toEqual([])
    expect(await list('state=snoozed')).toHaveLength(1)
    expect((await world.lender.get('/api/tasks/count')).json().open).toBe(0)
    world.now = new Date(world.now.getTime() + DAY_MS)
    expect(await list()).toHaveLength(1)
    const past = await work(id, { action: 'snooze', until: new Date(world.now.getTime() - 1).toISOString() })
    expect(past.json().fields).toEqual({ until: 'Choose a time that is ahead' })
  })

  // Covers: waits-for-person-6
  it('reopens what is done, unless the same matter is open again', async () => {
    await askForPerson()
    const { id } = await only()
    await work(id, { action: 'done', note: null })
    expect((await work(id, { action: 'done', note: null })).json().message).toBe(
      'This task is done already. Reopen it first.',
    )
    expect((await work(id, { action: 'reopen' })).json()).toMatchObject({ state: 'open', closedAt: null })
    await work(id, { action: 'done', note: null })
    await askForPerson()
    expect((await work(id, { action: 'reopen' })).statusCode).toBe(409)
    expect(await list()).toHaveLength(1)
  })

  // Covers: waits-for-person-6
  it('are searched by name and number, and paged by a cursor without loss', async () => {
    for (let each = 0; each < 5; each++)
      await tell('call.missed', { phone: `+6149157030${each}`, brokerId: null, callId: null, asked: true })
    await askForPerson()
    expect(await list('q=secretname')).toHaveLength(1)
    expect(await list('q=0491+570+303')).toHaveLength(1)
    const seen: number[] = []
    let path = '/api/tasks?limit=4'
    for (;;) {
      const answer = await world.lender.get(path)
      seen.push(...answer.json().map(({ id }: Task) => id))
      const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1]
      if (!next) break
      path = next
    }
    expect(new Set(seen).size).toBe(6)
    expect(seen).toHaveLength(6)
  })
})

describe('the mail of the morning', () => {
  const mails = () =>
    world.app.connection.db
      .selectFrom('messages')
      .select(['subject', 'body'])
      .where('template', '=', 'tasks_digest')
      .execute()
  const MORNING = new Date('2026-11-24T08:00:00+11:00')

  // Covers: waits-for-person-9
  it('goes at eight in Sydney to who wants it, once a day, and only where something waits', async () => {
    world.now = MORNING
    await world.lender.send('PUT', '/api/tasks/digest', { daily: true })
    await sendDigests(world.app.ctx())
    expect(await mails()).toEqual([])
    await askForPerson()
    world.now = new Date(MORNING.getTime() - 1)
    await sendDigests(world.app.ctx())
    expect(await mails()).toEqual([])
    world.now = MORNING
    await sendDigests(world.app.ctx())
    await sendDigests(world.app.ctx())
    expect(await mails()).toMatchObject([
      { subject: '1 open task', body: expect.stringContaining('Call back: Petra Secretname') },
    ])
    world.now = new Date(MORNING.getTime() + DAY_MS)
    await world.lender.send('PUT', '/api/tasks/digest', { daily: false })
    await sendDigests(world.app.ctx())
    expect(await mails()).toHaveLength(1)
  })

  // Covers: waits-for-person-9
  it('leaves out what its reader may not do, and what a colleague has taken', async () => {
    world.now = MORNING
    await world.compliance.send('PUT', '/api/tasks/digest', { daily: true })
    await askForPerson()
    await sendDigests(world.app.ctx())
    expect(await mails()).toEqual([])
    expect((await world.viewer.send('PUT', '/api/tasks/digest', { daily: true })).statusCode).toBe(403)
  })
})
