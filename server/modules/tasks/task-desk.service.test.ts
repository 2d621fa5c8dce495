import { describe, expect, it } from 'vitest'
import type { Task } from '#contract/tasks/tasks.ts'
import type { Client } from '#test/worlds/client.ts'
import { tasksWorld } from '#test/worlds/tasks-world.ts'

const HOUR_MS = 3_600_000
const world = tasksWorld()
const { call, askForPerson, list, only, tell } = world

const meOf = async (client: Client): Promise<number> => (await client.get('/api/auth/user')).json().id
const unknownCall = async (): Promise<void> => {
  const callId = await call({ outcome: 'unknown', finishedAt: new Date() })
  await tell('calls.finished', { calls: [{ callId, outcome: 'unknown', corrected: false }] })
}
const change = (body: object, client = world.lender) => client.send('POST', '/api/tasks/change', body)

describe('the desk of tasks', () => {
  // Covers: waits-for-person-10
  it('lists people to call back first and counts each kind, page by page', async () => {
    await unknownCall()
    await unknownCall()
    await askForPerson()
    const kinds = (tasks: Task[]) => tasks.map(({ kind }) => kind)
    expect(kinds(await list('sort=kind'))).toEqual(['call_back', 'call_unknown', 'call_unknown'])
    const first = await world.lender.get('/api/tasks?sort=kind&limit=2')
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
    expect(kinds((await world.lender.get(next)).json())).toEqual(['call_unknown'])
    world.now = new Date(world.now.getTime() + 5 * HOUR_MS)
    expect((await world.lender.get('/api/tasks/kinds')).json()).toEqual([
      { kind: 'call_back', count: 1, overdue: 1 },
      { kind: 'call_unknown', count: 2, overdue: 0 },
    ])
    expect((await world.lender.get('/api/tasks/kinds?overdue=true')).json()).toHaveLength(1)
  })

  // Covers: waits-for-person-10
  it('shows mine and the unassigned together, and who has how many and late ones', async () => {
    await askForPerson()
    await unknownCall()
    const lender = await meOf(world.lender)
    const [first, second] = await list('sort=kind')
    await world.work(first?.id ?? 0, { action: 'assign', assigneeId: lender })
    expect(await list('assignee=free')).toHaveLength(2)
    expect(await list('assignee=free', world.compliance)).toMatchObject([{ id: second?.id }])
    world.now = new Date(world.now.getTime() + 5 * HOUR_MS)
    const load = (await world.lender.get('/api/tasks/load')).json()
    expect(load[0]).toEqual({ person: null, open: 1, overdue: 0 })
    expect(load).toContainEqual({ person: expect.objectContaining({ id: lender }), open: 1, overdue: 1 })
    expect(load.map(({ person }: { person: { id: number } | null }) => person?.id)).not.toContain(
      await meOf(world.viewer),
    )
  })

  // Covers: waits-for-person-10
  it('assigns and snoozes several tasks, and leaves those that it may not change, with the reason', async () => {
    await askForPerson()
    await unknownCall()
    const tasks = await list('sort=kind')
    const ids = tasks.map(({ id }) => id)
    const lender = await meOf(world.lender)
    const until = new Date(world.now.getTime() + HOUR_MS).toISOString()
    await world.work(ids[1] ?? 0, { action: 'done', note: '' })
    const assigned = await change({ tasks: ids, change: { action: 'assign', assigneeId: lender } })
    expect(assigned.json()).toEqual({
      changed: 1,
      left: [{ id: ids[1], reason: 'This task is done already. Reopen it first.' }],
    })
    expect(await only('assignee=me')).toMatchObject({ id: ids[0] })
    // a hand-over to a person without access to this kind
    const refused = await change({
      tasks: { of: lender },
      change: { action: 'assign', assigneeId: await meOf(world.compliance) },
    })
    expect(refused.json()).toMatchObject({
      changed: 0,
      left: [{ reason: 'Choose somebody who may work on this task' }],
    })
    const moved = await change({ tasks: { of: lender }, change: { action: 'assign', assigneeId: null } })
    expect(moved.json()).toEqual({ changed: 1, left: [] })
    expect((await change({ tasks: { of: null }, change: { action: 'snooze', until } })).json().changed).toBe(
      1,
    )
    expect(await list()).toEqual([])
    expect(await list('state=snoozed')).toHaveLength(1)
    expect((await change({ tasks: ids, change: { action: 'snooze', until } }, world.viewer)).statusCode).toBe(
      403,
    )
  })
})

describe('a call that a person makes', () => {
  // Covers: waits-for-person-11
  it('is logged in the task and on the timeline, and closes the task or waits for the next attempt', async () => {
    await askForPerson()
    const { id } = await only()
    const again = new Date(world.now.getTime() + 2 * HOUR_MS).toISOString()
    const log = (body: object, client = world.lender) => client.send('POST', `/api/tasks/${id}/calls`, body)
    expect((await log({ outcome: 'reached', note: '', again: null }, world.viewer)).statusCode).toBe(403)
    const first = await log({ outcome: 'left_message', note: 'Rings back today', again })
    expect(first.json()).toMatchObject({ state: 'open', note: 'Left a message: Rings back today' })
    expect(Date.parse(first.json().snoozedUntil)).toBe(Date.parse(again))
    const second = await log({ outcome: 'reached', note: null, again: null })
    expect(second.json()).toMatchObject({ state: 'done', note: 'Spoke with them' })
    const timeline = await world.lender.get(`/api/brokers/${world.brokerId}/timeline?kind=calls`)
    const logged = timeline.json().filter(({ type }: { type: string }) => type === 'call_logged')
    expect(logged.map(({ description }: { description: string }) => description)).toEqual([
      expect.stringMatching(/^Called by .+\. Spoke with them$/),
      expect.stringMatching(/^Called by .+\. Left a message: Rings back today$/),
    ])
    // done already: neither the task nor the timeline changes
    expect((await log({ outcome: 'no_answer', note: null, again: null })).statusCode).toBe(422)
    const after = await world.lender.get(`/api/brokers/${world.brokerId}/timeline?kind=calls`)
    expect(after.json()).toHaveLength(timeline.json().length)
  })

  // Covers: waits-for-person-11
  it('may leave a note about the broker at any time', async () => {
    const note = (body: object, client = world.lender, broker = world.brokerId) =>
      client.send('POST', `/api/brokers/${broker}/notes`, body)
    expect((await note({ note: 'Prefers mornings' })).statusCode).toBe(201)
    expect((await note({ note: '  ' })).json().fields).toEqual({ note: 'Write a note' })
    expect((await note({ note: 'Secret' }, world.viewer)).statusCode).toBe(403)
    expect((await note({ note: 'Nobody' }, world.lender, 2_000_000)).statusCode).toBe(404)
    const timeline = await world.viewer.get(`/api/brokers/${world.brokerId}/timeline?kind=changes`)
    expect(timeline.json()[0]).toMatchObject({
      type: 'note_added',
      description: expect.stringMatching(/^Note by .+: Prefers mornings$/),
    })
  })
})
