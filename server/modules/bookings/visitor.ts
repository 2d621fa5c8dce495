import type { z } from 'zod'
import type { newBooking } from '#contract/bookings/bookings.ts'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { brokerOfKey } from '#server/modules/brokers/broker-key.ts'
import { knownBroker } from '#server/modules/brokers/views.ts'
import { invalid } from '#server/platform/errors.ts'
import { contactPhone } from './book.rules.ts'
import type { Person } from './person.store.ts'
import { NO_PREFERENCE, type Preference } from './slots.rules.ts'

/** The person who books a meeting, and their rights. */
export interface Visitor {
  /**
   * Staff may book for others. A link that was sent to the broker proves their identity; a broker's number alone proves
   * nothing.
   */
  standing: 'staff' | 'known' | 'stranger'
  name: string
  /** As entered in the form. */
  email: string | null
  phone: string | null
  brokerId: number | null
  prefers: Preference
  /** Where messages about the meeting go. */
  contact: string | null
  /** Identifies the same one across bookings. */
  person: Person
}

/** @throws AppError invalid */
export async function visitorOf(ctx: Ctx, input: z.output<typeof newBooking>): Promise<Visitor> {
  const checked = input.phone ? contactPhone(input.phone) : null
  if (checked && !checked.ok) throw invalid({ phone: checked.reason })
  const phone = checked?.phone ?? null
  const { email, name } = input
  // staff without the right to book for others count as visitors
  const isStaff = ctx.actor.kind === 'staff' && can(ctx.actor, 'bookings.write')
  if (input.brokerId == null) {
    return {
      standing: isStaff ? 'staff' : 'stranger',
      // the contract requires a name without a broker
      name: name ?? '',
      ...{ email, phone, brokerId: null, prefers: NO_PREFERENCE, contact: email ?? phone },
      person: { brokerId: null, email, phone },
    }
  }
  const id = await knownBroker(ctx, input.brokerId)
  const broker = await ctx.db
    .selectFrom('brokers')
    .select(['id', 'name', 'email', 'phone', 'region', 'bdmId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!broker)
    throw invalid({ brokerId: 'This link does not belong to a broker. Open the booking page without it.' })
  const person = { brokerId: broker.id, email: null, phone: null }
  const named = input.brokerKey ? brokerOfKey(ctx, input.brokerKey) : null
  if (!isStaff && (named === null || (await knownBroker(ctx, named)) !== broker.id)) {
    return {
      standing: 'stranger',
      // A visitor who guessed the number gets no mail about this record, and the response shows nothing of it: their
      // input is not used, and the record's state does not choose the BDM.
      ...{ name: broker.name, email: null, phone: null, brokerId: broker.id, prefers: NO_PREFERENCE, person },
      contact: broker.email ?? broker.phone,
    }
  }
  return {
    standing: isStaff ? 'staff' : 'known',
    name: name ?? broker.name,
    ...{ email, phone, brokerId: broker.id, person },
    prefers: { bdmId: broker.bdmId, region: broker.region },
    contact: broker.email ?? email ?? broker.phone ?? phone,
  }
}
