import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import type { VendorNumber } from '#contract/calls/telephony.ts'
import { whyUnreachable } from '#server/providers/live/public-address.ts'
import { type NumberDesk, NumberRefused } from '#server/providers/ports/numbers.ts'
import { askTwilio } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import { areaOf } from './areas.ts'
import { buyNumber } from './buy-number.ts'
import { clearedSettings, ourAddresses, shownNumber } from './connection.ts'
import { read, refusedReading } from './read-numbers.ts'
import { explainNeeds, requirementsOf } from './requirements.ts'

/** More than we would ever rent for calling. */
const MOST_NUMBERS = 1000

/** The numbers that Twilio rents to us. */
export function createTwilioNumbers(parts: TwilioParts): NumberDesk {
  const { config, publicUrl } = parts
  const shown = (number: IncomingPhoneNumberInstance): VendorNumber =>
    shownNumber(number, { publicUrl, from: config.from })

  return {
    async list() {
      await parts.refreshNumber()
      const numbers = await read(parts, (client) =>
        client.incomingPhoneNumbers.list({ limit: MOST_NUMBERS, pageSize: 100 }),
      )
      return numbers.map(shown)
    },
    async needs(areaCode) {
      const area = areaOf(areaCode)
      const needs = await requirementsOf(parts, area)
      const { address, bundle, examples } = needs
      return {
        areaCode: area.code,
        type: area.type,
        explanation: explainNeeds(area, needs),
        address,
        bundle: { needed: bundle.needed, choices: bundle.choices },
        examples,
      }
    },
    buy: async (order) => shown(await buyNumber(parts, order)),
    async connect(id) {
      const unreachable = config.loopback ? null : whyUnreachable(publicUrl)
      if (unreachable) throw new NumberRefused('refused', unreachable)
      // repeating it is harmless, so an unclear answer needs no look-up
      return shown(
        await read(parts, (client) =>
          client.incomingPhoneNumbers(id).update({ ...ourAddresses(publicUrl), ...clearedSettings }),
        ),
      )
    },
    async release(id) {
      const answer = await askTwilio(parts, (client) => client.incomingPhoneNumbers(id).remove())
      if (answer.ok) return
      if (answer.fault.kind !== 'unclear') throw refusedReading(answer.fault)
      const after = await askTwilio(parts, (client) => client.incomingPhoneNumbers(id).fetch(), {
        anyway: true,
      })
      if (!after.ok && after.fault.status === 404) return
      throw new NumberRefused(
        'unavailable',
        'Twilio did not confirm whether the number was released. Reload the list in a minute.',
      )
    },
  }
}
