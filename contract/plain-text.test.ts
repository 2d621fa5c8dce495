import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText, foldKey, manyLines, singleLine } from './plain-text.ts'

describe('cutText', () => {
  it.each([
    ['a short text stays', 'abc', 5, 'abc'],
    ['a pair across the limit is left out', `${'a'.repeat(4)}😀`, 5, 'aaaa'],
    ['a family of emoji is left out whole', `abc👨‍👩‍👧`, 8, 'abc'],
    ['an accent stays with its letter', 'cafe\u0301', 4, 'caf'],
    ['a flag is not halved', 'go 🇦🇺', 5, 'go '],
    ['a lone surrogate is replaced', 'a\ud83d', 5, 'a\ufffd'],
  ])('%s', (_, text, max, cut) => expect(cutText(text, max)).toBe(cut))

  it('counts the end into the limit', () => expect(cutText('abcdef', 4, '…')).toBe('abc…'))

  it('never exceeds the limit, yields a prefix, and is well formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.nat(100), (text, max) => {
        const cut = cutText(text, max)
        expect(cut.length).toBeLessThanOrEqual(max)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.isWellFormed()).toBe(true)
      }),
    )
  })

  it('cuts inside a grapheme that is longer than any that people type, between code points', () => {
    const cut = cutText(`e${'\u0301'.repeat(500)}`, 100)
    expect(cut.length).toBe(100)
  })
})

describe('singleLine', () => {
  it.each([
    ['zero-width space', 'Jo\u200bhn', 'John'],
    ['no-break space', 'John\u00a0Smith', 'John Smith'],
    ['right-to-left override', 'John\u202e Smith', 'John Smith'],
    ['line break', 'John\r\nSmith', 'John Smith'],
    ['byte order mark', '\ufeffJohn', 'John'],
    ['control character', 'Jo\u0007hn', 'John'],
    ['soft hyphen', 'Kara\u00adnikolas', 'Karanikolas'],
    ['joiner in Sinhala stays', 'ශ්\u200dරී', 'ශ්\u200dරී'],
    ['joiner in an emoji stays', '👩\u200d💼', '👩\u200d💼'],
    ['joiner in Latin goes', 'Jo\u200dhn', 'John'],
  ])('%s', (_, text, clean) => expect(singleLine(text)).toBe(clean))

  it('gives the same when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = singleLine(text)
        expect(singleLine(once)).toBe(once)
      }),
    )
  })
})

describe('manyLines', () => {
  it.each([
    [
      'line breaks of every kind',
      'one\r\ntwo\rthree\u2028four\u0085five\vsix',
      'one\ntwo\nthree\nfour\nfive\nsix',
    ],
    ['tabs and blank lines stay', 'a\tb\n\n  c', 'a\tb\n\n  c'],
    ['direction and zero-width characters go', 'pay \u202eevif\u202c\u200b now\u2069', 'pay evif now'],
    ['control characters go', 'a\u0000b\u0007\u001bc\u009b', 'abc'],
    ['no-break spaces are blanks', 'a\u00a0b\u3000c', 'a b c'],
    ['lone surrogates are replaced', 'a\ud83d\nb', 'a\ufffd\nb'],
    ['emoji stay whole', 'see 👩\u200d💼\n🇦🇺', 'see 👩\u200d💼\n🇦🇺'],
  ])('%s', (_, text, clean) => expect(manyLines(text)).toBe(clean))

  it('gives the same when applied twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = manyLines(text)
        expect(manyLines(once)).toBe(once)
      }),
    )
  })
})

describe('foldKey', () => {
  it.each([
    ['O’Brien', "O'BRIEN"],
    ['O`Brien', 'OBrien'],
    ['Anne‑Marie', 'anne marie'],
    ['José  Núñez', 'jose nunez'],
    ['Ｓmith', 'smith'],
  ])('%s equals %s', (one, other) => expect(foldKey(one)).toBe(foldKey(other)))

  it('keeps different names apart', () => expect(foldKey('Smith')).not.toBe(foldKey('Smyth')))
})
