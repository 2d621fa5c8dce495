import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { seeded } from '#server/platform/random.ts'
import { until } from '#test/product/client.ts'
import type { RunningServer } from '#test/product/server.ts'
import { dialsOf, lookAtAftermath } from './aftermath.ts'
import { type CampaignOptions, startCampaign } from './campaign.ts'
import { type Installation, install, passMinute } from './installation.ts'
import { calm, letIntruderIn, makeTrouble, type Rates } from './trouble.ts'

export interface VendorsProof extends CampaignOptions {
  kills: number
  seed: number
  rates: Rates
  callsPerSecond: number
  /** Limit of concurrent calls at Vapi; it refuses more. */
  vapiAtOnce: number
  finishSeconds: number
}

export interface VendorsReport {
  dials: { twilio: number; vapi: number }
  /** Calls with an unclear result of their dial, by message. */
  unknown: Record<string, number>
  happened: Record<string, number>
  /** Callbacks that were refused as forged, by the intruder's count. */
  refused: number
  faults: string[]
}

/** Slow enough that a kill meets calls in every state, then so fast that the days until the retries pass. */
const CLOCK = { underFire: 30, afterwards: 3000 }
const CALL_SPEED = 60
/** After this long without progress, calls that wait for their minute are moved past it. */
const STILL_MS = 4000

/** A campaign through both vendors, with everything going wrong, its worker killed again and again. */
export async function proveVendors(proof: VendorsProof): Promise<VendorsReport> {
  const random = seeded(proof.seed).next
  const trouble = makeTrouble(random, proof.rates)
  const { seed, callsPerSecond } = proof
  const installation = await install({ seed, callSpeed: CALL_SPEED, callsPerSecond, trouble })
  try {
    let worker = await installation.startWorker(CLOCK.underFire)
    const campaignId = await startCampaign(installation.api, proof)
    // Vapi refuses calls above this limit, and Twilio places them
    installation.vapi.calls.setConcurrency(proof.vapiAtOnce)
    const intruder = letIntruderIn(trouble, random)
    const every = Math.floor((proof.brokers * 0.8) / (proof.kills + 1))
    for (let kill = 1; kill <= proof.kills; kill++) {
      await dialled(installation, worker, kill * every)
      await worker.kill()
      worker = await installation.startWorker(kill === proof.kills ? CLOCK.afterwards : CLOCK.underFire)
    }
    await finish(installation, campaignId, proof.finishSeconds)
    trouble.rates = calm
    await Promise.all([installation.twilio.settled(), installation.vapi.settled()])
    const { refused, problems } = await intruder.stop()
    const dials = dialsOf(installation)
    const by = (name: string) => dials.filter(({ vendor }) => vendor === name).length
    return {
      dials: { twilio: by('twilio'), vapi: by('vapi') },
      unknown: await unknownCalls(installation),
      happened: trouble.happened,
      refused,
      faults: [
        ...problems,
        ...(await lookAtAftermath(installation)),
        ...(await everyForgeryCounted(installation, refused)),
      ],
    }
  } finally {
    await installation.close()
  }
}

async function count({ database }: Installation, query: string): Promise<number> {
  const { rows } = await database.query<{ n: number }>(query)
  return rows[0]?.n ?? 0
}

async function unknownCalls({ database }: Installation): Promise<Record<string, number>> {
  const { rows } = await database.query<{ failure: string; n: number }>(
    "select coalesce(failure, '') as failure, count(*)::int as n from calls where outcome = 'unknown' group by 1",
  )
  return Object.fromEntries(rows.map(({ failure, n }) => [failure, n]))
}

async function everyForgeryCounted(installation: Installation, refused: number): Promise<string[]> {
  const counted = await count(installation, 'select coalesce(sum(times), 0)::int as n from refused_callbacks')
  return counted === refused ? [] : [`${refused} callbacks were refused, ${counted} of them counted`]
}

async function dialled(installation: Installation, worker: RunningServer, dials: number): Promise<void> {
  await until(
    `${dials} dials`,
    async () => dialsOf(installation).length,
    (made) => made >= dials,
    120,
  ).catch((error: unknown) => {
    throw new Error(`${error}\n${worker.output().slice(-2000)}`)
  })
}

/**
 * Waits for the campaign's end. Calls with an unclear result wait a minute before their look-up: that minute is
 * subtracted from their rows, so that the rules stay unchanged and the test does not wait.
 */
async function finish(installation: Installation, campaignId: number, seconds: number): Promise<void> {
  const { api } = installation
  let seen = ''
  let since = performance.now()
  await until(
    'the campaign to complete',
    async () => {
      const campaign = await api.get<Campaign>(`/api/campaigns/${campaignId}`)
      const now = JSON.stringify([campaign.progress, dialsOf(installation).length])
      if (now !== seen) since = performance.now()
      seen = now
      // a burst of failures pauses it; staff look and go on
      if (campaign.status === 'paused') {
        await api.patch(`/api/campaigns/${campaignId}`, { status: 'active' })
        await api.post(`/api/campaigns/${campaignId}/start-calls`)
      }
      if (performance.now() - since > STILL_MS && !(await someVendorRests(installation))) {
        await passMinute(installation)
        since = performance.now()
      }
      return campaign
    },
    ({ status, progress }) => status === 'completed' && progress.inFlight === 0,
    seconds,
  ).catch(() => undefined) // a timeout is reported with the faults below
}

async function someVendorRests(installation: Installation): Promise<boolean> {
  const query = 'select count(*)::int as n from vendor_states where rests_until > clock_timestamp()'
  return (await count(installation, query)) > 0
}
