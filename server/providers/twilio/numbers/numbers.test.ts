import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NumberDesk } from '#server/providers/ports/numbers.ts'
import { refusal } from '#test/doubles/twilio/state.ts'
import { startTwilioDouble, type TwilioDouble } from '#test/doubles/twilio/twilio.ts'
import { createTwilioClient } from '../client.ts'
import { readTwilio } from '../config.ts'
import type { TwilioParts } from '../parts.ts'
import { createTwilioNumbers } from './numbers.ts'

const ACCOUNT = `AC${'0123456789abcdef'.repeat(2)}`
const TOKEN = 'token-of-a-test'
const OURS = 'https://calls.example.com'
const address = {
  customerName: 'Acme Lending',
  street: '1 Example Street',
  city: 'Sydney',
  region: 'NSW',
  postalCode: '2000',
}

let twilio: TwilioDouble
let heard: string[]

beforeAll(async () => {
  twilio = await startTwilioDouble({ accountSid: ACCOUNT, authToken: TOKEN })
})
afterAll(() => twilio.close())

let initial: { offered: typeof twilio.numbers.offered } | undefined
beforeEach(() => {
  initial ??= { offered: [...twilio.numbers.offered] }
  const { numbers } = twilio
  Object.assign(numbers, { offered: [...initial.offered], knowsRegulations: true, refuseNext: null })
  for (const list of [numbers.numbers, numbers.addresses, numbers.bundles]) list.length = 0
  twilio.seen.length = 0
  twilio.setFault(undefined)
  heard = []
})

async function deskWith(env: Record<string, string> = {}, rests: string | null = null): Promise<NumberDesk> {
  let rest = rests
  const config = readTwilio({
    TWILIO_ACCOUNT_SID: ACCOUNT,
    TWILIO_AUTH_TOKEN: TOKEN,
    TWILIO_BASE_URL: twilio.url,
    TWILIO_FROM: '+61491570601',
    ...env,
  })
  if (!config) throw new Error('it is configured')
  const breaker: TwilioParts['breaker'] = {
    restsUntil: async () => null,
    enter: async () => (rest === null ? null : { until: new Date(), reason: rest }),
    async succeeded() {
      heard.push('succeeded')
      rest = null
    },
    // as if it were the fifth in a row
    async failed({ kind, message }) {
      heard.push(kind)
      rest = message
    },
  }
  const refreshNumber = async () => undefined
  const parts = { config, breaker, refreshNumber, publicUrl: OURS, now: () => new Date() }
  // the desk uses no more of them
  return createTwilioNumbers({ ...parts, client: await createTwilioClient(config) } as TwilioParts)
}

const orders = () =>
  twilio.seen.filter(({ method, path }) => method === 'POST' && /\/IncomingPhoneNumbers/.test(path))
const formsOf = (part: string) =>
  twilio.seen
    .filter(({ method, path }) => method === 'POST' && path.includes(part))
    .map(({ body }) => Object.fromEntries(new URLSearchParams(body.toString())))
const connected = {
  voiceUrl: `${OURS}/api/webhooks/twilio/inbound`,
  smsUrl: `${OURS}/api/webhooks/twilio/sms`,
}

describe("Twilio's numbers", () => {
  // Covers: numbers-vendors-3
  it('are listed to the last one, with what they can do and whether they reach us', async () => {
    for (let i = 0; i < 101; i++) twilio.numbers.rent({ phoneNumber: `+6125550${1000 + i}`, sms: false })
    twilio.numbers.rent({ phoneNumber: '+61491570601', ...connected, friendlyName: 'Sales' })
    twilio.numbers.rent({ phoneNumber: '+61491570602', ...connected, trunkSid: 'TK1' })
    twilio.numbers.rent({ phoneNumber: '+61491570603', voiceUrl: connected.voiceUrl, status: 'pending' })
    twilio.numbers.rent({ phoneNumber: '+61255501999', voiceUrl: connected.voiceUrl, sms: false })
    const all = await (await deskWith()).list()
    expect(all).toHaveLength(105)
    expect(all.slice(101)).toMatchObject([
      { phoneNumber: '+61491570601', name: 'Sales', voice: true, sms: true, connected: true, inUse: true },
      { phoneNumber: '+61491570602', connected: false, inUse: false, state: 'active' },
      { phoneNumber: '+61491570603', connected: false, state: 'pending' },
      { phoneNumber: '+61255501999', connected: true, sms: false },
    ])
  })

  // Covers: numbers-vendors-6
  it.each([
    ['02', '+612*', 'Local'],
    ['+613', '+613*', 'Local'],
    ['7', '+617*', 'Local'],
    ['0891', '+61891*', 'Local'],
    ['04', '+614*', 'Mobile'],
  ])('are searched for %s by pattern, never by an American area code', async (areaCode, contains, type) => {
    await (await deskWith()).needs(areaCode)
    const search = twilio.seen.find(({ path }) => path.includes('AvailablePhoneNumbers'))
    expect(search?.path).toMatch(new RegExp(`/AvailablePhoneNumbers/AU/${type}\\.json$`))
    expect(search?.query.get('Contains')).toBe(contains)
    expect(search?.query.get('VoiceEnabled')).toBe('true')
    expect(search?.query.has('AreaCode')).toBe(false)
  })

  // Covers: numbers-vendors-6
  it.each(['1', '0', '+61', '1300', '05', '912'])('of %s are none of Australia', async (areaCode) => {
    await expect((await deskWith()).needs(areaCode)).rejects.toMatchObject({
      kind: 'refused',
      message: 'Enter an Australian area code: 02, 03, 07 or 08, or 04 for a mobile number.',
    })
    expect(twilio.seen).toHaveLength(0)
  })

  // Covers: numbers-vendors-6
  it('need an address, and say where they are from and why it is asked for', async () => {
    twilio.numbers.addresses.push({ sid: 'AD1', ...address })
    expect(await (await deskWith({ TWILIO_ADDRESS_SID: 'AD99' })).needs('02')).toEqual({
      areaCode: '02',
      type: 'local',
      explanation: expect.stringMatching(
        /fixed-line numbers of New South Wales and the ACT: .*not SMS\. .*regulator \(ACMA\).*No documents are required\.$/,
      ),
      address: {
        needed: true,
        choices: [
          { id: 'AD99', label: 'The address in TWILIO_ADDRESS_SID' },
          { id: 'AD1', label: 'Acme Lending, 1 Example Street, Sydney 2000' },
        ],
      },
      bundle: { needed: false, choices: [] },
      examples: ['+61255501801', '+61255501802'],
    })
  })

  // Covers: numbers-vendors-6
  it('need the documents that the regulator asks for today', async () => {
    twilio.numbers.bundles.push(
      { sid: 'BU1', name: 'Acme mobile', type: 'mobile', status: 'twilio-approved' },
      { sid: 'BU2', name: 'Draft', type: 'mobile', status: 'draft' },
    )
    const desk = await deskWith()
    expect(await desk.needs('04')).toMatchObject({
      type: 'mobile',
      explanation: expect.stringMatching(/\(Certificate of registration\).*Choose the approved bundle\.$/),
      bundle: { needed: true, choices: [{ id: 'BU1', label: 'Acme mobile' }] },
    })
    twilio.numbers.offered[0] = {
      ...{ phoneNumber: '+61255501801', type: 'Local', addressRequirements: 'none' },
      documents: ['Company extract'],
    }
    expect(await desk.needs('02')).toMatchObject({
      explanation: expect.stringMatching(
        /\(Company extract\).*There is no approved bundle in your account yet/,
      ),
      bundle: { needed: true, choices: [] },
    })
  })

  // Covers: numbers-vendors-6
  it('need what is known of their kind where the service does not know the regulations', async () => {
    twilio.numbers.knowsRegulations = false
    const desk = await deskWith()
    expect(await desk.needs('04')).toMatchObject({ bundle: { needed: true } })
    expect(await desk.needs('03')).toMatchObject({ address: { needed: true }, bundle: { needed: false } })
    // that the service does not know them is no failure of it
    expect(new Set(heard)).toEqual(new Set(['succeeded']))
  })

  // Covers: numbers-vendors-6
  it('of a kind that Twilio does not have are none, and nothing is bought', async () => {
    twilio.numbers.offered = twilio.numbers.offered.filter(({ type }) => type === 'Local')
    const desk = await deskWith()
    expect(await desk.needs('04')).toMatchObject({ type: 'mobile', examples: [], address: { needed: true } })
    await expect(desk.buy({ areaCode: '04' })).rejects.toThrow(/Twilio currently has no number with 04/)
    expect(orders()).toEqual([])
  })
})

describe('buying a number', () => {
  // Covers: numbers-vendors-7
  it('keeps the address, orders once, and has calls and messages reach us', async () => {
    const desk = await deskWith()
    const bought = await desk.buy({ areaCode: '02', address })
    expect(bought).toMatchObject({ phoneNumber: '+61255501801', connected: true, inUse: false })
    expect(formsOf('/Addresses')).toEqual([
      {
        ...{ CustomerName: 'Acme Lending', Street: '1 Example Street', City: 'Sydney', Region: 'NSW' },
        ...{ PostalCode: '2000', IsoCountry: 'AU' },
      },
    ])
    expect(formsOf('/IncomingPhoneNumbers')).toEqual([
      {
        ...{ PhoneNumber: '+61255501801', AddressSid: twilio.numbers.addresses[0]?.sid },
        ...{
          VoiceUrl: expect.stringContaining(`${connected.voiceUrl}#rc=2`),
          VoiceMethod: 'POST',
          SmsUrl: expect.stringContaining(`${connected.smsUrl}#rc=5`),
          SmsMethod: 'POST',
        },
      },
    ])
    await desk.buy({ areaCode: '02', address: { ...address, street: '1 example street.' } })
    expect(twilio.numbers.addresses).toHaveLength(1)
    expect(twilio.numbers.numbers).toHaveLength(2)
  })

  it('takes the bundle that is there, and the one address', async () => {
    twilio.numbers.addresses.push({ sid: 'AD1', ...address })
    twilio.numbers.bundles.push({ sid: 'BU1', name: 'Acme', type: 'mobile', status: 'twilio-approved' })
    await (await deskWith()).buy({ areaCode: '04' })
    expect(formsOf('/IncomingPhoneNumbers')).toMatchObject([{ AddressSid: 'AD1', BundleSid: 'BU1' }])
  })

  // Covers: numbers-vendors-8
  it.each([
    ['02', {}, /needs the address of your business in Australia\. Enter it\.$/],
    ['04', { addressId: 'AD1' }, /needs an approved regulatory bundle\. Create one in Twilio's console/],
    [
      '0899',
      { address },
      /Twilio currently has no number with 0899\. Try another area code, or a shorter one\.$/,
    ],
    [
      '02',
      { address: { ...address, postalCode: 'none' } },
      /Twilio does not recognise this address\. Check street/,
    ],
    ['02', { addressId: 'AD404' }, /needs an address of your business within its area/],
    ['04', { addressId: 'AD1', bundleId: 'BU404' }, /Twilio has not approved this bundle/],
  ])('of %s with %j is refused with what to do', async (areaCode, more, reason) => {
    const failed = await (await deskWith()).buy({ areaCode, ...more }).catch((error: unknown) => error)
    expect(failed).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^Failed to buy phone number: /),
    })
    expect(failed).toMatchObject({ message: expect.stringMatching(reason) })
    expect(twilio.numbers.numbers).toHaveLength(0)
    expect(new Set(heard)).toEqual(new Set(['succeeded']))
  })

  // Covers: numbers-vendors-8
  it('asks which one where there are several', async () => {
    twilio.numbers.addresses.push(
      { sid: 'AD21', ...address },
      { sid: 'AD22', ...address, street: '2 Example Street' },
    )
    await expect((await deskWith()).buy({ areaCode: '02' })).rejects.toThrow(/Choose one, or enter it\.$/)
    await (await deskWith({ TWILIO_ADDRESS_SID: 'AD22' })).buy({ areaCode: '02' })
    expect(formsOf('/IncomingPhoneNumbers')).toMatchObject([{ AddressSid: 'AD22' }])
  })

  // Covers: numbers-vendors-8
  it.each([
    [21422, 'PhoneNumber +61 is not available', /Somebody else has just taken that number/],
    [21631, 'AddressSid required', /needs the address of your business/],
    [21649, 'Bundle required', /needs an approved regulatory bundle/],
    [21651, 'Address does not match bundle', /does not match the bundle/],
    [21452, 'No numbers in area', /currently has no number in that area/],
    [21404, 'Trial accounts are allowed one number', /Upgrade the account/],
    [20001, 'Trial accounts have limited parameter access', /Upgrade the account/],
  ])('says what to do about error %i, %s', async (code, words, reason) => {
    twilio.numbers.refuseNext = refusal(400, code, words)
    const failed = (await deskWith()).buy({ areaCode: '02', addressId: 'AD1' })
    await expect(failed).rejects.toMatchObject({ kind: 'refused', message: expect.stringMatching(reason) })
    expect(orders()).toHaveLength(1)
  })

  // Covers: numbers-vendors-7
  it.each(['broken_after', 'cut'] as const)('finds the number where the answer was %s', async (fault) => {
    twilio.numbers.addresses.push({ sid: 'AD1', ...address })
    twilio.setFault(({ method }) => (method === 'POST' ? fault : undefined))
    expect(await (await deskWith()).buy({ areaCode: '02' })).toMatchObject({ phoneNumber: '+61255501801' })
    expect(orders()).toHaveLength(1)
    expect(heard).toContain('unclear')
  })

  // Covers: numbers-vendors-7
  it('finds the number where the answer says nothing', async () => {
    twilio.numbers.addresses.push({ sid: 'AD1', ...address })
    twilio.numbers.refuseNext = { status: 201, body: {} }
    twilio.numbers.rent({ phoneNumber: '+61255501801' })
    expect(await (await deskWith()).buy({ areaCode: '02' })).toMatchObject({ phoneNumber: '+61255501801' })
    expect(orders()).toHaveLength(1)
  })

  // Covers: numbers-vendors-7
  it('never orders again where nobody knows whether it came', async () => {
    twilio.numbers.addresses.push({ sid: 'AD1', ...address })
    twilio.setFault(({ method }) => (method === 'POST' ? 'broken' : undefined))
    await expect((await deskWith()).buy({ areaCode: '02' })).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(
        /^Twilio did not confirm whether it rented \+61255501801 to you, .* Reload the list in a few minutes before you buy another\.$/,
      ),
    })
    expect(orders()).toHaveLength(1)
  })

  // Covers: numbers-vendors-7
  it('buys nothing where the address may not have been kept', async () => {
    twilio.setFault(({ method, path }) =>
      method === 'POST' && path.includes('Addresses') ? 'broken' : undefined,
    )
    await expect((await deskWith()).buy({ areaCode: '02', address })).rejects.toThrow(
      /nothing was bought\. Try again/,
    )
    twilio.setFault(({ method, path }) =>
      method === 'POST' && path.includes('Addresses') ? 'broken_after' : undefined,
    )
    await (await deskWith()).buy({ areaCode: '02', address })
    expect(twilio.numbers.addresses).toHaveLength(1)
    expect(orders()).toHaveLength(1)
  })
})

describe('what may go wrong', () => {
  // Covers: numbers-vendors-9
  it('with a key that Twilio does not accept: one sentence, no secret', async () => {
    const desk = await deskWith({ TWILIO_AUTH_TOKEN: 'hunter2-is-wrong' })
    const failed = await desk.list().catch((error: unknown) => error)
    expect(failed).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('does not accept our key'),
    })
    expect(JSON.stringify(failed) + String(failed) + (failed as Error).stack).not.toContain('hunter2')
    expect(heard).toEqual(['refused'])
  })

  // Covers: numbers-vendors-9
  it.each([
    ['busy', /is busy/],
    ['broken', /did not answer clearly\. Try again in a minute\.$/],
    ['reset', /did not answer clearly/],
  ] as const)('with a Twilio that is %s: try later', async (fault, message) => {
    twilio.setFault(() => fault)
    await expect((await deskWith()).list()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(message),
    })
  })

  // Covers: numbers-vendors-9
  it('with a Twilio that rests: it is not asked', async () => {
    const desk = await deskWith({}, 'It was down.')
    await expect(desk.list()).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Twilio is paused after repeated errors. Its last error: It was down.',
    })
    await expect(desk.buy({ areaCode: '02', address })).rejects.toMatchObject({ kind: 'unavailable' })
    expect(twilio.seen).toHaveLength(0)
  })

  // Covers: numbers-vendors-9
  it('with an address of ours that Twilio cannot reach: nothing is bought or connected', async () => {
    // Twilio's own address: nothing is sent there, because our address is checked first.
    const config = readTwilio({ TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: TOKEN })
    const desk = createTwilioNumbers({ config, publicUrl: 'http://localhost:3000' } as unknown as TwilioParts) // no more is used
    await expect(desk.buy({ areaCode: '02', address })).rejects.toThrow(
      /^Failed to buy phone number: PUBLIC_URL is http:\/\/localhost:3000, which only this network reaches/,
    )
    await expect(desk.connect('PN1')).rejects.toThrow(/^PUBLIC_URL is http:\/\/localhost:3000/)
  })
})

describe('a rented number', () => {
  // Covers: numbers-vendors-10
  it('is connected in place of whatever it reached before', async () => {
    const { sid } = twilio.numbers.rent({
      ...{ phoneNumber: '+61491570601', voiceUrl: 'https://other.example.com', trunkSid: 'TK1' },
      voiceApplicationSid: 'AP1',
      statusCallback: 'https://other.example.com',
    })
    expect(await (await deskWith()).connect(sid)).toMatchObject({ id: sid, connected: true })
    expect(twilio.numbers.numbers[0]).toMatchObject({
      voiceUrl: expect.stringContaining(connected.voiceUrl),
      statusCallback: '',
      trunkSid: '',
    })
  })

  // Covers: numbers-vendors-12
  it('is given back, also where the answer was lost, and is unknown afterwards', async () => {
    const desk = await deskWith()
    const first = twilio.numbers.rent({ phoneNumber: '+61491570601' })
    const second = twilio.numbers.rent({ phoneNumber: '+61491570602' })
    await desk.release(first.sid)
    twilio.setFault(({ method }) => (method === 'DELETE' ? 'broken_after' : undefined))
    await desk.release(second.sid)
    expect(twilio.numbers.numbers).toHaveLength(0)
    twilio.setFault(undefined)
    await expect(desk.release(first.sid)).rejects.toMatchObject({ kind: 'unknown' })
    await expect(desk.connect(first.sid)).rejects.toMatchObject({ kind: 'unknown' })
  })

  // Covers: numbers-vendors-12
  it('is not called given back where nobody knows', async () => {
    const { sid } = twilio.numbers.rent({ phoneNumber: '+61491570601' })
    twilio.setFault(({ method }) => (method === 'DELETE' ? 'broken' : undefined))
    await expect((await deskWith()).release(sid)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('did not confirm whether'),
    })
  })
})
