import { describe, expect, it } from 'vitest'
import { readingEase, syllablesOf } from './reading-ease.ts'

describe('reading ease', () => {
  it.each([
    ['rate', 1],
    ['home', 1],
    ['loan', 1],
    ['broker', 2],
    ['called', 1],
    ['wanted', 2],
    ['table', 2],
    ['variable', 4],
    ['accreditation', 5],
    ['financial', 3],
    ['the', 1],
    ['614', 3],
  ])('counts the syllables of %s: %i', (word, syllables) => {
    expect(syllablesOf(word)).toBe(syllables)
  })

  // Covers: create-edit-campaign-11
  it('tells what is easily followed by ear from what is not, and says what to change', () => {
    const easy = readingEase(
      'Hi Sam. Our new loan is out. The rate is low. Press 1 and we will send it to you.',
    )
    expect(easy).toMatchObject({ verdict: 'Very easy to follow', advice: null, words: 20 })
    const long = readingEase(
      'We are delighted to introduce an exceptionally competitive proposition for owner-occupied refinancing ' +
        'applications, which incorporates considerable flexibility regarding documentation requirements and ' +
        'accommodates self-employed applicants with non-standard verification circumstances',
    )
    expect(long?.score).toBeLessThan(30)
    expect(long?.advice).toMatch(/Split the long sentences/)
    const words = readingEase('Considerable flexibility. Extraordinary documentation. '.repeat(4))
    expect(words?.advice).toMatch(/shorter words/)
  })

  it('takes a decimal for one number, and a line for a sentence', () => {
    const stops = readingEase('The rate is 6.14 per cent now\nPress 1 for the details by text')
    expect(stops?.words).toBe(14)
  })

  it.each([
    '',
    '   ',
    'Hi there',
    '!!! ??? ...',
    '🙂 🙂 🙂',
  ])('says nothing of a text as short as %j', (text) => {
    expect(readingEase(text)).toBeNull()
  })

  it('stays quick and within its bounds for a text of 4,000 characters, whatever is in it', () => {
    for (const text of [
      'a'.repeat(4000),
      'é '.repeat(2000),
      '1 '.repeat(2000),
      'word. '.repeat(660),
      '.'.repeat(4000),
    ]) {
      const ease = readingEase(text)
      if (ease) expect(ease.score >= 0 && ease.score <= 100).toBe(true)
    }
  })
})
