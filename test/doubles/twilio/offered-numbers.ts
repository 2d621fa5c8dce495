// The stock of the loopback Twilio, and the regulators' requirements.

import type { Route } from '../double.ts'
import { ACCOUNT, metaPage, page, route, unknown } from './answers.ts'
import type { NumbersPart, OfferedNumber } from './number-types.ts'
import { refusal } from './state.ts'

export function offerRoutes(part: NumbersPart): Route[] {
  const compliance = '/v2/RegulatoryCompliance'
  return [
    route('GET', `${ACCOUNT}/AvailablePhoneNumbers/(?<country>\\w+)/(?<type>\\w+)\\.json`, (seen, groups) => {
      if (seen.query.has('AreaCode') && groups.country !== 'US' && groups.country !== 'CA')
        return refusal(400, 21452, 'AreaCode is for numbers of the USA and Canada')
      if (groups.country !== 'AU' || !part.offered.some(({ type }) => type === groups.type))
        return unknown(seen.path)
      const fits = patternOf(seen.query.get('Contains') ?? '%')
      const shown = part.offered.filter(
        ({ type, phoneNumber }) => groups.country === 'AU' && type === groups.type && fits.test(phoneNumber),
      )
      return page(seen, 'available_phone_numbers', shown.map(offerBody))
    }),
    route('GET', `${compliance}/Regulations`, ({ query }) => {
      if (!part.knowsRegulations) return unknown('regulations')
      const type = query.get('NumberType') === 'mobile' ? 'Mobile' : 'Local'
      const documents = part.offered.find((offer) => offer.type === type)?.documents ?? []
      const supporting_document = documents.map((name) => [{ name, accepted_documents: [{ name }] }])
      return metaPage('results', [
        {
          ...{ sid: 'RN0', friendly_name: `Australia: ${type} - Business`, iso_country: 'AU' },
          ...{ number_type: type.toLowerCase(), end_user_type: 'business' },
          requirements: { end_user: [{ name: 'Business', type: 'business' }], supporting_document },
        },
      ])
    }),
    route('GET', `${compliance}/Bundles`, ({ query }) => {
      if (!part.knowsRegulations) return unknown('bundles')
      const shown = part.bundles.filter(
        ({ type, status }) => type === query.get('NumberType') && status === query.get('Status'),
      )
      return metaPage(
        'results',
        shown.map(({ sid, name, status }) => ({ sid, friendly_name: name, status })),
      )
    }),
  ]
}

const offerBody = ({ phoneNumber, type, addressRequirements }: OfferedNumber) => ({
  ...{
    phone_number: phoneNumber,
    friendly_name: phoneNumber,
    iso_country: 'AU',
    locality: null,
    region: null,
  },
  address_requirements: addressRequirements,
  capabilities: { voice: true, SMS: type === 'Mobile', MMS: false, fax: false },
})

/** Twilio's own signs: + anchors the start, * is one character, % any number, $ anchors the end. */
function patternOf(contains: string): RegExp {
  const start = contains.startsWith('+') ? '^\\+' : ''
  const body = contains
    .replace(/^\+|\$$/g, '')
    .replace(/[^\w*%]/g, '')
    .replaceAll('*', '.')
    .replaceAll('%', '.*')
  return new RegExp(start + body + (contains.endsWith('$') ? '$' : ''))
}
