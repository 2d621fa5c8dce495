import type { Call, CallDetails } from '#contract/calls/calls.ts'
import type { Seen } from '#test/doubles/double.ts'
import { until } from '#test/product/client.ts'
import { dialsOf } from './aftermath.ts'
import { SCRIPT, startCampaign } from './campaign.ts'
import { install, passMinute } from './installation.ts'
import { calm, makeTrouble } from './trouble.ts'

const isDial = ({ method, path }: Seen): boolean => method === 'POST' && path === '/call'
const LINE = '+61491570291'

/**
 * Where Vapi refuses before dialling, Twilio places the call with the script. Where Vapi accepted the call but its
 * response is lost, no other vendor dials, and the result is looked up. @returns the deviations
 */
export async function proveFallback(): Promise<string[]> {
  const trouble = makeTrouble(() => 0.5, calm)
  const installation = await install({ seed: 1, callSpeed: 200, callsPerSecond: 50, trouble })
  const { api, twilio, vapi } = installation
  const faults: string[] = []
  const check = (what: string, holds: boolean) => {
    if (!holds) faults.push(what)
  }
  try {
    await installation.startWorker(30)
    vapi.setFault((seen) => (isDial(seen) ? 'busy' : undefined))
    const campaignId = await startCampaign(api, { brokers: 6, retries: false })
    const handedOver = await until(
      'the calls that Vapi refuses',
      () => api.all<Call>(`/api/calls?campaignId=${campaignId}`),
      (calls) => calls.length === 6 && calls.every(({ status }) => status === 'completed'),
      40,
    )
    check('Vapi dialled what it refused', vapi.calls.calls.length === 0)
    check(`Twilio dialled ${dialsOf(installation).length} of 6`, dialsOf(installation).length === 6)
    check(
      'a call is not Twilio’s',
      handedOver.every(({ provider }) => provider === 'twilio'),
    )
    const heard = (words: string, to: RegExp) =>
      twilio.calls.calls.every((call) => !to.test(call.to) || call.said.some((text) => text.includes(words)))
    check('somebody did not hear who calls', heard('Acme Lending', /./))
    // the others may break it off
    check('who listened did not hear the script', heard(SCRIPT, /5$/))

    // Vapi makes the call, but its response and all its callbacks are lost
    vapi.setFault((seen) => (isDial(seen) ? 'silent' : undefined))
    vapi.setTrip(() => 'lost')
    await until(
      'Vapi to be asked again',
      () => installation.database.query('select from vendor_states where rests_until > clock_timestamp()'),
      ({ rowCount }) => rowCount === 0,
      60,
    )
    const { callId } = await api.post<{ callId: number }>('/api/calls/test', {
      phoneNumber: LINE,
      campaignId,
    })
    const [unclear] = await api.all<Call>('/api/calls?test=true')
    // on a busy machine the look-up may be done already; a guessed outcome is the fault
    const outcome = unclear?.outcome
    check(`the unclear call ended as ${outcome}`, outcome === null || outcome === 'human')
    vapi.setFault(undefined)
    await vapi.settled()
    await passMinute(installation)
    const found = await until(
      'the unclear call to be reconciled',
      () => api.get<CallDetails>(`/api/calls/${callId}`),
      ({ outcome }) => outcome !== null,
      40,
    )
    check(
      `it is ${found.provider}'s and ${found.outcome}`,
      found.provider === 'vapi' && found.outcome === 'human',
    )
    check('Vapi did not dial it once', vapi.calls.timesDialled(LINE) === 1)
    check('Twilio dialled it too', twilio.calls.timesDialled(LINE) === 0)
    return faults
  } finally {
    await installation.close()
  }
}
