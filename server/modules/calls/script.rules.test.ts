import { describe, expect, it } from 'vitest'
import { buildScript, type ScriptFacts } from './script.rules.ts'

const facts = (changes: Partial<ScriptFacts['version']> = {}): ScriptFacts => ({
  organisation: {
    legalName: 'Harbour Lending Pty Ltd',
    tradingName: 'Harbour',
    contactPhone: '(02) 5550 0100',
    agentName: 'Alex',
  },
  version: {
    product: 'Premium Home Loan',
    rate: '6.140',
    rateType: 'p.a. variable',
    callScript: 'Hi {{firstName}} of {{ company }}: {{product}} at {{rate}} p.a.',
    aiPrompt: null,
    aiPersonality: 'professional',
    aiInstructions: null,
    ...changes,
  },
  law: { words: [], recording: 'announced' },
  broker: {
    name: 'Priya Sharma',
    company: 'Redgum Finance',
    callBasis: 'relationship',
    numberSource: null,
  },
})

const scriptOf = (of: ScriptFacts) => buildScript(of, { meetings: true })

describe('the script of a call', () => {
  // Covers: call-6
  it.each([
    ['who calls', 'this is Alex'],
    ['for whom', 'Harbour Lending Pty Ltd'],
    ['why', 'about Premium Home Loan for your clients'],
    ['that it is an AI', 'an AI assistant'],
    ['that it is recorded, and how to decline', 'This call is recorded; say "don\'t record"'],
    ['how to stop', 'Say stop or press 4'],
    ['how to reach a person', 'Press 0 for a person'],
  ])('greets with %s, whatever was edited', (_what, words) => {
    expect(scriptOf(facts({ callScript: 'Buy now.', aiPrompt: 'Say nothing else.' })).greeting).toContain(
      words,
    )
  })

  // Covers: calling-rules-5
  it('ends the greeting with required words, and announces no recording where there is none', () => {
    const { greeting, recorded } = scriptOf({
      ...facts(),
      law: { words: ['Complaints go to AFCA.', 'This offer ends in May.'], recording: 'off' },
    })
    expect(greeting).toMatch(/Press 0 for a person\. Complaints go to AFCA\. This offer ends in May\.$/)
    expect(greeting).not.toContain('recorded')
    expect(recorded).toBe(false)
    expect(scriptOf(facts()).recorded).toBeUndefined()
  })

  // Covers: call-6
  it('fills the placeholders', () => {
    expect(scriptOf(facts()).body).toBe('Hi Priya of Redgum Finance: Premium Home Loan at 6.14% p.a.')
  })

  it.each([
    ['{{rate}}% p.a.', '6.140', '6.14% p.a.'],
    ['{{rate}}', '6.125', '6.125%'],
    ['{{rate}}', '6.000', '6.00%'],
    ['at {{rate}}', null, 'at our current rate'],
  ])('says a rate once and as rates are quoted: %s with %s', (callScript, rate, said) => {
    expect(scriptOf(facts({ callScript, rate })).body).toBe(said)
  })

  // Covers: call-7
  it('tells who asks for a person how to reach one and where the number came from', () => {
    const { operator } = scriptOf(facts())
    expect(operator).toContain('(02) 5550 0100')
    expect(operator).toContain('from the business you do with us')
  })

  // Covers: console-toasts-21
  it.each([
    ['Hi {{firstName}} of {{company}}, hear this.', 'Hi there, hear this.'],
    ['Good morning {{ firstName }}! A rate.', 'Good morning there! A rate.'],
    ['Thanks, {{firstName}}. Bye {{firstName}}.', 'Thanks. Bye.'],
    ['Am I speaking with {{firstName}} from {{company}}?', 'Am I speaking with the broker?'],
    ['{{firstName}}, we have a rate for {{company}}.', 'We have a rate for your business.'],
    ['This is for you, {{firstName}}.', 'This is for you.'],
    ['A word on behalf of {{firstName}} of {{company}}.', 'A word on behalf.'],
  ])('reads on without a broker: %s', (callScript, said) => {
    expect(scriptOf({ ...facts({ callScript }), broker: null }).body).toBe(said)
  })

  // Covers: console-toasts-21
  it('names no employer and no agent where the organisation is not entered yet', () => {
    const organisation = { legalName: '', tradingName: '', contactPhone: '', agentName: '' }
    expect(scriptOf({ ...facts(), organisation, broker: null }).greeting).toMatch(
      /^Hello, this is an AI assistant calling about /,
    )
  })

  it('works for a number that belongs to no broker', () => {
    const script = scriptOf({ ...facts(), broker: null })
    expect(script.greeting).toMatch(/^Hello, this is/)
    expect(script.body).toContain('Hi there: Premium Home Loan')
  })

  // Covers: bookings-24
  it('speaks of no meeting where none can be had; the other options keep their keys', () => {
    const keys = (meetings: boolean) => buildScript(facts(), { meetings }).menu.map(({ key }) => key)
    expect(keys(true)).toEqual(['1', '2', '3', '4'])
    expect(keys(false)).toEqual(['1', '3', '4'])
    expect(JSON.stringify(buildScript(facts(), { meetings: false }))).not.toMatch(/meeting/i)
  })

  const toBroker = (name: string) => {
    const given = facts({ callScript: 'Hi {{firstName}}.' })
    const { greeting, body } = scriptOf({ ...given, broker: given.broker && { ...given.broker, name } })
    return [greeting.split(' this is')[0], body]
  }

  // Covers: surveillance-10
  it.each([
    ['Priya Sharma', 'Priya'],
    ['J. Callum Fraser', 'Callum'],
    ["  D'Arcy  O'Brien", "D'Arcy"],
    ['Smith, John', 'John'],
    ['Dr John Smith', 'John'],
    ['SMITH, JOHN PETER', 'John'],
    ['Dr Jones', 'Dr Jones'],
    ['Wei (Vivian) Zhang', 'Vivian'],
  ])('greets %s as %s', (name, first) => {
    expect(toBroker(name)).toEqual([`Hello ${first},`, `Hi ${first}.`])
  })

  // Covers: surveillance-10
  it.each([
    'Mr.',
    'J. Smith',
    'M.A.D. Karunaratne',
    'Harbour Home Loans Pty Ltd',
    '#N/A',
    'Q',
  ])('greets %s without a name', (name) => {
    expect(toBroker(name)).toEqual(['Hello,', 'Hi there.'])
  })
})
