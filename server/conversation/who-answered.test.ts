import { describe, expect, it } from 'vitest'
import { afterUtterance, type Spoken, UNANSWERED, whoAnswered } from './who-answered.ts'

/** Utterances one after the other, at the pace of speech. */
function spokenOf(...texts: string[]): Spoken[] {
  let now = 1
  return texts.map((text) => {
    const at = now
    now += text.split(' ').length / 2.5
    const spoken = { at, until: now, text }
    now += 2
    return spoken
  })
}
const who = (...texts: string[]) =>
  whoAnswered({ utterances: spokenOf(...texts), silence: 0, called: 'Priya' }).who

const APPLE = 'hi if you record your name and reason for calling i will see if this person is available'

// Covers: who-answered-1, decision-call-reading
describe('the answerer', () => {
  it.each([
    ['person', 'hello priya speaking'],
    ['person', 'yes who is this'],
    ['receptionist', 'shes with a client can i get her to ring you'],
    ['screener', APPLE],
    ['screener', 'hi im call assist by google i am recording this call can i ask what you are calling about'],
    ['screener', 'your call will then be offered to the subscriber'],
    ['voicemail', 'youve reached priya leave a message after the tone'],
    ['ivr', 'thanks for calling redgum finance for sales press one for accounts press two'],
    ['carrier_challenge', 'to complete your call please press the hash key'],
  ] as const)('%s: %s', (expected, text) => expect(who(text)).toBe(expected))

  it('stays a colleague who takes a message in a screener’s words', () => {
    expect(who('shes with a client can i get her to ring you', 'i will let them know bye')).toBe(
      'receptionist',
    )
  })

  it('changes with the voice: from a screener or a machine to a person, and from a name to the rest of a greeting', () => {
    expect(who(APPLE, 'hello this is priya')).toBe('person')
    expect(who('youve reached priya leave a message after the tone', 'hello hello i am here')).toBe('person')
    expect(who('hi this is priya', 'leave a message after the tone')).toBe('voicemail')
  })

  it('stays while a screener goes on, also with words that a person could say, for one utterance', () => {
    expect(who(APPLE, 'thanks please stay on the line')).toBe('screener')
    expect(who(APPLE, 'one moment')).toBe('screener')
    expect(who(APPLE, 'please leave a message after the tone')).toBe('screener')
    expect(who(APPLE, 'yeah hi who is this')).toBe('person')
    expect(who(APPLE, 'okay what is it about', 'well what is it about')).toBe('person')
  })

  it('follows the previous voice for words that a person may say too; words unlike every example give no answerer', () => {
    expect(who(APPLE, 'is this about an accreditation')).toBe('screener')
    expect(who('is this about an accreditation')).toBe('person')
    expect(who('the table wobbled again')).toBe('unclear')
  })

  it('is silence only after the time of two questions, and unclear words are no silence', () => {
    expect(whoAnswered({ utterances: [], silence: 20 }).who).toBeNull()
    expect(whoAnswered({ utterances: [], silence: 60 }).who).toBe('silence')
    expect(whoAnswered({ utterances: spokenOf('the the the'), silence: 60 }).who).toBe('unclear')
  })

  it('is an announcement where unclear words go on without a pause', () => {
    const text = 'the the the'
    expect(whoAnswered({ utterances: [{ at: 0, until: 3, text }], silence: 0 }).who).toBe('unclear')
    expect(whoAnswered({ utterances: [{ at: 0, until: 12, text }], silence: 0 }).who).toBe('voicemail')
  })

  it('relays an opt-out where a screener speaks of its owner, and gives their own otherwise', () => {
    const relay = (before: string | null, text: string) => {
      const state = before ? afterUtterance(UNANSWERED, { at: 0, until: 5, text: before }) : UNANSWERED
      const { who: speaker, relaysOptOut } = afterUtterance(state, { at: 6, until: 8, text })
      return [speaker, relaysOptOut]
    }
    expect(relay(null, 'the person you are calling asks not to be contacted again')).toEqual([
      'screener',
      true,
    ])
    expect(relay(APPLE, 'please remove this number from your contact list')).toEqual(['screener', true])
    expect(relay(APPLE, 'please stop calling me')).toEqual(['person', false])
    expect(relay(null, 'do not call this number again')).toEqual(['person', false])
  })
})
