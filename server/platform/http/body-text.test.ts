import { describe, expect, it } from 'vitest'
import { requireFitTexts } from './body-text.ts'

const fieldsOf = (body: unknown): unknown => {
  try {
    requireFitTexts(body)
    return null
  } catch (error) {
    return (error as { fields: unknown }).fields
  }
}

describe('the texts of a body', () => {
  it.each([
    ['half a pair', { name: 'a\ud800b' }, { name: expect.stringMatching(/cannot be stored/) }],
    [
      'half a pair deep inside',
      { content: { blocks: [{ text: '\udc00' }] } },
      { 'content.blocks.0.text': expect.any(String) },
    ],
    ['a NUL', { name: 'a\u0000b' }, { name: expect.stringMatching(/cannot be stored/) }],
    ['a bell', { name: 'a\u0007' }, { name: expect.stringMatching(/cannot be stored/) }],
    [
      'nothing but invisible characters',
      { name: '\u200b\u2060\u00ad' },
      { name: expect.stringMatching(/^This text shows nothing/) },
    ],
    [
      'letters that show nothing',
      { name: '\u3164\u115f' },
      { name: expect.stringMatching(/^This text shows nothing/) },
    ],
    ['a body that is such a text', '\u200d', { body: expect.any(String) }],
  ])('are refused with %s, by the field', (_what, body, fields) => expect(fieldsOf(body)).toEqual(fields))

  it.each([
    ['every script and emoji', { name: "Siobhán O'Néill 保険 👩‍👩‍👧 ¿?" }],
    ['lines and tabs', { script: 'Hello\r\n\tworld' }],
    ['spaces and nothing, which are the field’s own matter', { postcode: ' ', rate: '' }],
    ['values that are no texts', { a: null, b: 1, c: [true], d: {} }],
  ])('are taken with %s', (_what, body) => expect(fieldsOf(body)).toBeNull())
})
