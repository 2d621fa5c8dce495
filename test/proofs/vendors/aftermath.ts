// The invariants after the fire, by the vendors' own records and by the database. Each line names a fault.
import type { Installation } from './installation.ts'

interface Dial {
  vendor: 'twilio' | 'vapi'
  callId: number
  to: string
  at: Date
}

/** Every line that rang, whether or not its callback reached us. */
export function dialsOf({ twilio, vapi }: Pick<Installation, 'twilio' | 'vapi'>): Dial[] {
  const byTwilio = twilio.calls.calls.map(({ form, to, createdAt }): Dial => {
    const about = new URL(form.get('StatusCallback') ?? '').searchParams.get('call')
    return { vendor: 'twilio', callId: Number(about), to, at: createdAt }
  })
  const byVapi = vapi.calls.calls.map(({ request, createdAt }): Dial => {
    const callId = Number(request.assistantOverrides?.metadata?.callId)
    return { vendor: 'vapi', callId, to: request.customer.number, at: createdAt }
  })
  return [...byTwilio, ...byVapi].toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

export async function lookAtAftermath(installation: Installation): Promise<string[]> {
  const dials = dialsOf(installation)
  return [
    ...dialledOnce(dials),
    ...(await everyCallEnded(installation)),
    ...(await nobodyLost(installation, dials)),
    ...(await everyEffectOnce(installation, dials)),
    ...(await nothingAfterOptOut(installation, dials)),
    ...installation.twilio.calls.calls.flatMap(({ problems }) => problems),
    ...installation.vapi.state.problems,
  ]
}

function dialledOnce(dials: readonly Dial[]): string[] {
  return [...Map.groupBy(dials, ({ callId }) => callId)]
    .filter(([, same]) => same.length > 1)
    .map(
      ([callId, same]) => `call ${callId} was dialled by ${same.map(({ vendor }) => vendor).join(' and ')}`,
    )
}

async function everyCallEnded({ database }: Installation): Promise<string[]> {
  const open = await database.query<{ id: number; status: string; provider: string }>(
    'select id, status, provider from calls where finished_at is null',
  )
  const places = await database.query<{ n: number }>(
    "select count(*)::int as n from enrolments where state <> 'done'",
  )
  const campaigns = await database.query<{ status: string; reason: string | null }>(
    "select status, paused_reason as reason from campaigns where status <> 'completed'",
  )
  const left = places.rows[0]?.n ?? 0
  return [
    ...open.rows.map(({ id, status, provider }) => `call ${id} by ${provider} is still ${status}`),
    ...(left > 0 ? [`${left} places of the campaign never ended`] : []),
    ...campaigns.rows.map(({ status, reason }) => `the campaign is ${status}: ${reason}`),
  ]
}

/**
 * For every broker: the line rang, or a vendor may have rung it and staff have a task for it, or the vendor refused the
 * number, or refused it three times.
 */
async function nobodyLost({ database }: Installation, dials: readonly Dial[]): Promise<string[]> {
  const { rows } = await database.query<{
    id: number
    name: string
    calls: number[]
    listed: boolean
    refused: boolean
  }>(
    `select b.id, b.name, array(select c.id from calls c where c.broker_id = b.id) as calls,
      exists (select from calls c join tasks t on t.kind = 'call_unknown' and t.subject_id = c.id
        where c.broker_id = b.id and c.outcome = 'unknown') as listed,
      exists (select from calls c where c.broker_id = b.id and c.outcome = 'invalid_number')
        or (select count(*) >= 3 from calls c where c.broker_id = b.id and c.outcome = 'provider_fault'
          and not c.withdrawn) as refused
      from brokers b join enrolments e on e.broker_id = b.id`,
  )
  const dialled = new Set(dials.map(({ callId }) => callId))
  return rows
    .filter(({ calls, listed, refused }) => !listed && !refused && !calls.some((id) => dialled.has(id)))
    .map(
      ({ name, calls }) => `${name} was lost: ${calls.length} calls, none of which was dialled or is listed`,
    )
}

interface Effects {
  id: number
  toNumber: string
  response: string | null
  sms: number
  bookings: number
  applications: number
  suppressions: number
  options: string[]
}

/** People whose number ends with 1 to 4 choose that option in every call; others choose nothing. */
async function everyEffectOnce(
  { database, twilio }: Installation,
  dials: readonly Dial[],
): Promise<string[]> {
  const { rows } = await database.query<Effects>(`select c.id, c.to_number as "toNumber", c.response,
    (select count(*)::int from messages m where m.call_id = c.id and m.occasion = 'call:' || c.id || ':option_1') as sms,
    (select count(*)::int from bookings b where b.call_id = c.id) as bookings,
    (select count(*)::int from applications a where a.call_id = c.id) as applications,
    (select count(*)::int from suppressions s where s.phone = c.to_number and s.ended_at is null) as suppressions,
    array(select distinct e.data ->> 'option' from call_events e where e.call_id = c.id and e.kind = 'option') as options
    from calls c order by c.id`)
  const dialled = new Set(dials.map(({ callId }) => callId))
  const found: string[] = []
  for (const call of rows) {
    const digit = Number(call.toNumber.at(-1))
    const wish = dialled.has(call.id) && digit >= 1 && digit <= 4 ? digit : 0
    const expected = { sms: wish === 1, bookings: wish === 2, applications: wish === 3 }
    const what = `call ${call.id} to …${call.toNumber.slice(-3)}`
    for (const [name, once] of Object.entries(expected)) {
      // the keys of `expected` are columns
      const times = call[name as keyof typeof expected]
      if (times !== Number(once)) found.push(`${what} led to ${times} ${name}, not to ${Number(once)}`)
    }
    if (
      (call.suppressions === 1) !== (wish === 4) &&
      call.suppressions + wish > 0 &&
      (wish === 4 || digit !== 4)
    )
      found.push(`${what} led to ${call.suppressions} suppressions`)
    const chosen = wish === 0 ? [] : [`option_${wish}`]
    if (String(call.options) !== String(chosen))
      found.push(`${what} has the choices ${call.options}, not ${chosen}`)
    if ((call.response ?? '') !== String(chosen)) found.push(`${what} has the response ${call.response}`)
  }
  const sent = Map.groupBy(twilio.messages.messages, ({ to, body }) => `${to}: ${body.slice(0, 60)}`)
  for (const [sms, same] of sent) if (same.length > 1) found.push(`${same.length} times the SMS to ${sms}`)
  return found
}

async function nothingAfterOptOut(
  { database, twilio }: Installation,
  dials: readonly Dial[],
): Promise<string[]> {
  const { rows } = await database.query<{ phone: string; at: Date }>(
    'select phone, created_at as at from suppressions',
  )
  const late = await database.query<{ id: number; phone: string }>(
    `select m.id, s.phone from suppressions s join messages m on m.recipient = s.phone and m.channel = 'sms'
     where m.created_at > s.created_at`,
  )
  return [
    ...rows.flatMap(({ phone, at }) =>
      dials
        .filter((dial) => dial.to === phone && dial.at > at)
        .map(() => `${phone} was called after its opt-out`),
    ),
    ...late.rows.map(({ id, phone }) => `SMS ${id} was written to ${phone} after its opt-out`),
    ...rows
      .filter(({ phone }) => twilio.messages.messages.some(({ to }) => to === phone))
      .map(({ phone }) => `an SMS went to ${phone}, which had opted out`),
  ]
}
