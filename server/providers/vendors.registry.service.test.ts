import type { Kysely } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VendorId } from '#contract/calls/vendors.ts'
import { readVendor, type VendorConfig } from '#server/config/vendor.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { connect } from '#server/platform/db/database.ts'
import type { DB } from '#server/schema.gen.ts'
import { createLine, type TestLine } from '#test/doubles/test-line.ts'
import { createTestDatabase } from '#test/test-db.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import type { OpenVendor, SharedParts, VendorDefinition } from './live/definition.ts'
import type { VendorFault } from './live/fault.ts'
import type { Vendor, VendorHooks } from './ports/vendors.ts'
import type { Simulator } from './simulator/simulator.ts'
import { definitions, openVendors, readVendorConfigs } from './vendors.registry.ts'
import { createVoice, type Voice } from './voice.registry.ts'

/** A vendor that the product does not include. */
const acme = 'acme' as VendorId
const NUMBER = '+61491570156'
const fault: VendorFault = {
  ...{ kind: 'unclear', status: 503, code: null, retryAfterSeconds: null },
  message: 'The telephony provider cannot be reached.',
}

describe('a third vendor in the registry', () => {
  let world: CallsWorld
  let voice: Voice
  let live: readonly OpenVendor[]
  let line: TestLine
  let shared: SharedParts
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let connection: { db: Kysely<DB>; close(): Promise<void> }

  const definition: VendorDefinition<VendorConfig> = {
    secretVariables: ['ACME_KEY'],
    dataFlow: () => ({ service: 'Calls', receives: 'Numbers', place: 'Sydney' }),
    readConfig: (env) => (env.ACME_KEY ? readVendor(env, 'ACME') : null),
    async open(config, parts) {
      shared = parts
      line = createLine({ name: acme, callsPerSecond: config.callsPerSecond })
      const dial: typeof line.provider.dial = async (request) => {
        const answer = await line.provider.dial(request)
        await parts.breaker.succeeded()
        return answer
      }
      return {
        voice: { ...line.provider, dial },
        vendor: { name: acme } as Vendor, // no callbacks or numbers in these tests
        canCall: () => parts.chosenNumber() !== null,
        sms: null,
      }
    },
  }

  beforeAll(async () => {
    database = await createTestDatabase()
    connection = connect<DB>(database.url, 4, () => undefined)
    const { db } = connection
    const registered = { [acme]: definition, ...definitions }
    const vendors = readVendorConfigs({ ACME_KEY: 'key', ACME_CALLS_PER_SECOND: '7' }, registered)
    await db
      .insertInto('callingNumbers')
      .values({ vendor: acme, numberId: 'n1', phoneNumber: '+61491570299' })
      .execute()
    const opened = await openVendors(
      {
        config: {
          vendors,
          publicUrl: 'https://calls.example.com',
          simulator: { now: null },
        },
        db,
        log: pino({ level: 'silent' }),
        now: () => new Date(),
        // the only hook that it calls
        hooks: { sink: (batch) => intake(world.ctx, batch) } as VendorHooks,
        simulatedClock: {} as SharedParts['clock'], // only for a test double on this machine
      },
      registered,
    )
    live = opened.live
    world = await createCallsWorld({
      databaseUrl: database.url,
      provider(simulator) {
        voice = createVoice(
          { voiceProvider: 'auto', demo: true },
          { simulator: simulator as Simulator, live }, // the world opened it
        )
        if (!voice.active) throw new Error('a vendor has a number to call from')
        return voice.active
      },
    })
  })
  afterAll(async () => {
    await world?.close()
    await connection?.close()
    await database?.drop()
  })

  it('reads its own variables and gets the new calls', () => {
    expect(live.map(({ voice: { name } }) => name)).toEqual([acme])
    expect(voice.active?.name).toBe(acme)
    expect(voice.active?.callsPerSecond).toBe(7)
    expect(voice.named('acme')?.name).toBe('acme')
    expect(voice.fallbackOf('acme')).toBeNull()
  })

  it('places a call and its events finish it', async () => {
    const callId = await world.call(NUMBER)
    expect(line.dials.map(({ to }) => to)).toEqual([NUMBER])
    const at = new Date()
    await shared.hooks.sink([
      {
        callId,
        provider: acme,
        events: [
          { key: 'a', at, kind: 'answered' },
          { key: 'b', at, kind: 'option', option: 'option_1', source: 'key' },
          { key: 'c', at, kind: 'ended', outcome: 'human', durationSeconds: 20, message: null },
        ],
      },
    ])
    const call = await world.db
      .selectFrom('calls')
      .select(['provider', 'status', 'outcome', 'response', 'duration'])
      .where('id', '=', callId)
      .executeTakeFirstOrThrow()
    expect(call).toEqual({
      ...{ provider: 'acme', status: 'completed', outcome: 'human', response: 'option_1', duration: 20 },
    })
  })

  it('pauses through the circuit breaker that all vendors share', async () => {
    for (let failure = 0; failure < 5; failure += 1) await shared.breaker.failed(fault)
    expect(await shared.breaker.restsUntil()).toBeInstanceOf(Date)
    await shared.breaker.succeeded()
  })
})

describe('a later vendor of the registry', () => {
  it('takes over calls that an earlier one refuses before dialling', () => {
    const open = (name: VendorId, canCall: boolean): OpenVendor => ({
      voice: createLine({ name }).provider,
      vendor: { name } as Vendor, // its name alone counts here
      canCall: () => canCall,
      sms: null,
    })
    const simulator = {} as Simulator // is not dialled here
    const auto = { voiceProvider: 'auto', demo: false } as const
    const { fallbackOf } = createVoice(auto, {
      simulator,
      live: [open('vapi', true), open(acme, false), open('twilio', true)],
    })
    expect(['vapi', 'acme', 'twilio', 'simulator'].map((name) => fallbackOf(name)?.name ?? null)).toEqual([
      ...['twilio', 'twilio', null, null],
    ])
    const chosen = createVoice(
      { ...auto, voiceProvider: 'vapi' },
      { simulator, live: [open('twilio', true)] },
    )
    expect(chosen.active).toBeNull()
    expect(chosen.fallbackOf('vapi')).toBeNull()
  })
})
