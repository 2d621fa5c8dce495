import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveCall } from '#contract/calls/live-calls.ts'
import type { TranscriptLine } from '#contract/calls/transcript.ts'
import type { searchTranscripts } from '#contract/campaigns/campaign-history.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { serveCalls } from '#test/worlds/calls-server.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { removeTranscripts } from '../removal.store.ts'
import { indexTranscripts } from './index-transcripts.ts'
import { storeWords } from './transcript-words.store.ts'

let world: CallsWorld
let server: FastifyInstance

beforeAll(async () => {
  world = await createCallsWorld({ outcomes: 'by-number' })
  server = await serveCalls(world)
})
afterAll(async () => {
  await server?.close()
  await world?.close()
})

const get = async (url: string) => server.inject({ url, headers: { 'x-role': 'viewer' } })

async function search(
  query: string,
  campaignId = world.campaignId,
): Promise<ReturnsOf<typeof searchTranscripts>> {
  const answer = await get(`/api/campaigns/${campaignId}/transcripts?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function said(lines: readonly (readonly [TranscriptLine['speaker'], string])[], changes: object = {}) {
  const transcript = lines.map(([speaker, text], index) => ({ at: index * 4, speaker, text }))
  const row = await world.db
    .insertInto('calls')
    .values({
      ...{ campaignId: world.campaignId, provider: 'simulator', simulated: true, toNumber: '+61255501234' },
      ...{
        status: 'completed',
        outcome: 'human',
        finishedAt: new Date(),
        transcript: JSON.stringify(transcript),
      },
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeWords(world.ctx, [row.id])
  return row.id
}

describe('the search in transcripts', () => {
  // Covers: campaigns-list-8
  it('finds the calls in which words were said, newest first, with the lines, by whoever said them', async () => {
    const older = await said([
      ['agent', 'Our fixed rate is lower now.'],
      ['caller', "That's fine, I'll refinance a client's loan."],
    ])
    const newer = await said([
      ['caller', 'Is the rate fixed for long?'],
      ['agent', 'For two years.'],
    ])
    await said([['caller', 'The fixed rate, please.']], { test: true })
    const found = await search('q=fixed%20rates')
    expect(found.calls.map(({ id }) => id)).toEqual([newer, older])
    expect(found).toMatchObject({ more: false, complete: true })
    expect(found.calls[1]?.lines).toEqual([
      {
        ...{ at: 0, speaker: 'agent' },
        parts: [
          { text: 'Our ', found: false },
          { text: 'fixed', found: true },
          { text: ' ', found: false },
          { text: 'rate', found: true },
          { text: ' is lower now.', found: false },
        ],
      },
    ])
    const ids = async (query: string) => (await search(query)).calls.map(({ id }) => id)
    expect(await ids('q=fixed&speaker=agent')).toEqual([older])
    expect(await ids('q=fixed&speaker=caller')).toEqual([newer])
    expect(await ids(`q=${encodeURIComponent('"fixed rate"')}`)).toEqual([older])
    expect(await ids('q=loans')).toEqual([older])
    expect(await ids('q=rate%20-refinance')).toEqual([newer])
    expect(await search('q=rate&limit=1')).toMatchObject({ calls: [{ id: newer }], more: true })
  })

  // Covers: campaigns-list-8
  it('finds nothing for words that mean nothing, of another campaign, or that are no query', async () => {
    for (const q of ['the', '&|!():*', "o'brien\\", '😀', '"'])
      expect((await search(`q=${encodeURIComponent(q)}`)).calls).toEqual([])
    const { id } = await world.db
      .insertInto('campaigns')
      .values({ name: 'Other', product: 'Flex', callScript: 'Hello' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await search('q=rate', id)).calls).toEqual([])
    expect((await get('/api/campaigns/2147483000/transcripts?q=rate')).statusCode).toBe(404)
    expect((await get(`/api/campaigns/${world.campaignId}/transcripts?q=%20`)).statusCode).toBe(400)
    expect(
      (await get(`/api/campaigns/${world.campaignId}/transcripts?q=${'a'.repeat(201)}`)).statusCode,
    ).toBe(400)
  })

  // Covers: campaigns-list-8
  it('forgets what was said with the transcript, and goes through calls from before it existed', async () => {
    const id = await said([['caller', 'A platypus loan, perhaps.']])
    expect((await search('q=platypus')).calls).toHaveLength(1)
    await sql`delete from transcript_words`.execute(world.db)
    await sql`update transcript_backlog set below = ${id + 1}`.execute(world.db)
    expect(await search('q=platypus')).toMatchObject({ calls: [], complete: false })
    await indexTranscripts(world.ctx)
    expect(await search('q=platypus')).toMatchObject({ calls: [{ id }], complete: true })
    await world.ctx.tx((tx) => removeTranscripts(tx, [id]))
    expect((await search('q=platypus')).calls).toEqual([])
  })
})

describe('calls in progress', () => {
  // Covers: dashboard-15
  it('tell where they are and what was last said, of one campaign or all', async () => {
    const live = async (query = ''): Promise<LiveCall[]> =>
      (await get(`/api/calls/live${query}`)).json().calls
    await world.call('+61255500001')
    expect(await live()).toMatchObject([{ stage: 'dialling', last: null }])
    await world.pass(30)
    const [call] = await live(`?campaignId=${world.campaignId}`)
    expect(call?.stage).toBe('talking')
    expect(call?.last?.speaker).toMatch(/agent|caller/)
    expect(await live('?campaignId=2147483000')).toEqual([])
    const { transcript } = (await (async () => {
      await world.pass(700)
      return (await get(`/api/calls/${call?.id}`)).json()
    })()) as { transcript: TranscriptLine[] }
    // the last line of the live view is part of the transcript
    expect(transcript.map(({ text }) => text)).toContain(call?.last?.text)
    expect(await live()).toEqual([])
  })
})
