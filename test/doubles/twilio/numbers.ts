// The numbers of the loopback Twilio: stock, buyers and rules.

import type { Route, Seen } from '../double.ts'
import { ACCOUNT, metaPage, page, route, unknown } from './answers.ts'
import type { NumbersPart, OfferedNumber, PlayedAddress, PlayedNumber } from './number-types.ts'
import { offerRoutes } from './offered-numbers.ts'
import { rentedRoutes } from './rented-numbers.ts'
import { formOf, refusal, type TwilioState } from './state.ts'

/** Offers numbers of the ranges reserved for fiction, so that a purchase reaches no real person. */
export function numberRoutes(state: TwilioState): NumbersPart {
  const part: NumbersPart = {
    routes: [],
    account: { status: 'active', type: 'Full' },
    primaryToken: state.authToken,
    numbers: [],
    addresses: [],
    bundles: [],
    offered: [
      ...['+61255501801', '+61255501802', '+61355501801', '+61755501801', '+61855501801'].map(
        (phoneNumber): OfferedNumber => ({
          ...{ phoneNumber, type: 'Local', addressRequirements: 'local', documents: [] },
        }),
      ),
      ...['+61491570601', '+61491570602'].map(
        (phoneNumber): OfferedNumber => ({
          phoneNumber,
          ...{ type: 'Mobile', addressRequirements: 'any', documents: ['Certificate of registration'] },
        }),
      ),
    ],
    callsToAustralia: true,
    knowsRegulations: true,
    messagingServices: [],
    callerIds: [],
    refuseNext: null,
    rent(number) {
      const rented: PlayedNumber = {
        ...{
          sid: state.sid('PN'),
          friendlyName: number.phoneNumber,
          voice: true,
          sms: true,
          status: 'in-use',
        },
        ...{ voiceUrl: '', smsUrl: '', statusCallback: '', voiceApplicationSid: '', trunkSid: '' },
        ...{ addressSid: '', bundleSid: '' },
        ...number,
      }
      part.numbers.push(rented)
      return rented
    },
  }
  part.routes.push(...accountRoutes(state, part), ...rentedRoutes(part), ...offerRoutes(part))
  return part
}

function accountRoutes(state: TwilioState, part: NumbersPart): Route[] {
  return [
    route('GET', `${ACCOUNT}\\.json`, (seen) => {
      if (!seen.path.includes(state.accountSid)) return unknown(seen.path)
      // a standard API key may do everything but this
      if (userOf(seen).startsWith('SK')) return refusal(401, 20003, 'Authenticate')
      const body = { sid: state.accountSid, auth_token: part.primaryToken, friendly_name: 'Acme Lending' }
      return { status: 200, body: { ...body, ...part.account } }
    }),
    route('GET', `${ACCOUNT}/Addresses\\.json`, (seen) =>
      page(seen, 'addresses', part.addresses.map(addressBody)),
    ),
    route('POST', `${ACCOUNT}/Addresses\\.json`, (seen) => {
      const form = formOf(seen)
      const given = (name: string) => form.get(name) ?? ''
      if (given('IsoCountry') !== 'AU' || !/^\d{4}$/.test(given('PostalCode')))
        return refusal(400, 21629, 'The address is not valid')
      const address = {
        ...{ sid: state.sid('AD'), customerName: given('CustomerName'), street: given('Street') },
        ...{ city: given('City'), region: given('Region'), postalCode: given('PostalCode') },
      }
      part.addresses.push(address)
      return { status: 201, body: addressBody(address) }
    }),
    route('GET', '/v1/Services/(?<sid>MG\\w+)', (_seen, { sid }) => {
      const found = part.messagingServices.find((service) => service.sid === sid)
      if (!found) return unknown('service')
      const use_inbound_webhook_on_number = found.inboundOnNumber
      const body = {
        sid,
        friendly_name: 'Brokerline',
        inbound_request_url: null,
        use_inbound_webhook_on_number,
      }
      return { status: 200, body }
    }),
    route('GET', '/v1/Services/(?<sid>MG\\w+)/PhoneNumbers', (_seen, { sid }) => {
      const found = part.messagingServices.find((service) => service.sid === sid)
      const numbers = found?.numbers.map((phone_number) => ({ sid: 'PN', phone_number }))
      return metaPage('phone_numbers', numbers ?? [])
    }),
    route('GET', `${ACCOUNT}/OutgoingCallerIds\\.json`, (seen) => {
      const shown = part.callerIds.filter((number) => number === seen.query.get('PhoneNumber'))
      return page(
        seen,
        'outgoing_caller_ids',
        shown.map((phone_number) => ({ sid: 'PN', phone_number })),
      )
    }),
    route('GET', '/v1/DialingPermissions/Countries/AU', () =>
      part.callsToAustralia === null
        ? unknown('country')
        : {
            status: 200,
            body: { iso_code: 'AU', name: 'Australia', low_risk_numbers_enabled: part.callsToAustralia },
          },
    ),
  ]
}

const userOf = ({ headers }: Seen): string =>
  Buffer.from(headers.authorization?.split(' ')[1] ?? '', 'base64').toString()

const addressBody = (address: PlayedAddress) => ({
  ...{ sid: address.sid, customer_name: address.customerName, street: address.street, city: address.city },
  ...{ region: address.region, postal_code: address.postalCode, iso_country: 'AU', validated: true },
})
