// Numbers that the loopback Twilio has rented out: ordering, pointing somewhere, giving back.

import type { Answer, Route, Seen } from '../double.ts'
import { ACCOUNT, page, route, unknown } from './answers.ts'
import type { NumbersPart, PlayedNumber } from './number-types.ts'
import { formOf, refusal } from './state.ts'

export function rentedRoutes(part: NumbersPart): Route[] {
  const one = `${ACCOUNT}/IncomingPhoneNumbers/(?<sid>PN\\w+)\\.json`
  const refused = () => {
    const answer = part.refuseNext
    part.refuseNext = null
    return answer
  }
  const withNumber =
    (work: (number: PlayedNumber, seen: Seen) => Answer): Route['answer'] =>
    (seen, { sid }) => {
      const found = part.numbers.find((number) => number.sid === sid)
      return found ? work(found, seen) : unknown(seen.path)
    }
  return [
    route('GET', `${ACCOUNT}/IncomingPhoneNumbers\\.json`, (seen) => {
      const asked = seen.query.get('PhoneNumber')
      const shown = part.numbers.filter(({ phoneNumber }) => !asked || phoneNumber.includes(asked))
      return page(seen, 'incoming_phone_numbers', shown.map(numberBody))
    }),
    route('POST', `${ACCOUNT}/IncomingPhoneNumbers\\.json`, (seen) => refused() ?? order(part, formOf(seen))),
    route(
      'GET',
      one,
      withNumber((number) => ({ status: 200, body: numberBody(number) })),
    ),
    route(
      'POST',
      one,
      withNumber((number, seen) => {
        const answer = refused()
        if (answer) return answer
        const form = formOf(seen)
        number.voiceUrl = form.get('VoiceUrl') ?? number.voiceUrl
        number.smsUrl = form.get('SmsUrl') ?? number.smsUrl
        number.statusCallback = form.get('StatusCallback') ?? number.statusCallback
        number.voiceApplicationSid = form.get('VoiceApplicationSid') ?? number.voiceApplicationSid
        number.trunkSid = form.get('TrunkSid') ?? number.trunkSid
        return { status: 200, body: numberBody(number) }
      }),
    ),
    route(
      'DELETE',
      one,
      withNumber((number) => {
        const answer = refused()
        if (!answer) part.numbers.splice(part.numbers.indexOf(number), 1)
        return answer ?? { status: 204 }
      }),
    ),
  ]
}

function order(part: NumbersPart, form: URLSearchParams): Answer {
  if (form.has('AreaCode')) return refusal(400, 21452, 'No phone numbers found in area code')
  const wanted = form.get('PhoneNumber') ?? ''
  const offer = part.offered.find(({ phoneNumber }) => phoneNumber === wanted)
  if (!offer) return refusal(400, 21422, `PhoneNumber ${wanted} is not available`)
  const addressSid = form.get('AddressSid') ?? ''
  const bundleSid = form.get('BundleSid') ?? ''
  if (offer.documents.length > 0 && !bundleSid) return refusal(400, 21649, 'Bundle required')
  if (bundleSid && !part.bundles.some(({ sid, status }) => sid === bundleSid && status === 'twilio-approved'))
    return refusal(400, 21650, 'Bundle not found or not approved')
  const known = part.addresses.some(({ sid }) => sid === addressSid)
  if (offer.addressRequirements === 'local' && !known) return refusal(400, 21615, 'Local address required')
  if (offer.addressRequirements === 'any' && !known) return refusal(400, 21631, 'Address required')
  part.offered.splice(part.offered.indexOf(offer), 1)
  const rented = part.rent({
    ...{ phoneNumber: wanted, sms: offer.type === 'Mobile', addressSid, bundleSid },
    friendlyName: form.get('FriendlyName') ?? wanted,
    voiceUrl: form.get('VoiceUrl') ?? '',
    smsUrl: form.get('SmsUrl') ?? '',
    statusCallback: form.get('StatusCallback') ?? '',
  })
  return { status: 201, body: numberBody(rented) }
}

const numberBody = (number: PlayedNumber) => ({
  ...{ sid: number.sid, phone_number: number.phoneNumber, friendly_name: number.friendlyName },
  capabilities: { voice: number.voice, sms: number.sms, mms: number.sms, fax: false },
  ...{ voice_url: number.voiceUrl, voice_method: 'POST', sms_url: number.smsUrl, sms_method: 'POST' },
  ...{ status_callback: number.statusCallback, voice_application_sid: number.voiceApplicationSid },
  ...{ sms_application_sid: '', trunk_sid: number.trunkSid, address_sid: number.addressSid },
  ...{ bundle_sid: number.bundleSid, status: number.status, origin: 'twilio', beta: false },
})
