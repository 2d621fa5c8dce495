import { describe, expect, it } from 'vitest'
import { parseCheckpoint } from './checkpoint.ts'
import {
  generateNoteKey,
  parseNote,
  parseNoteSigner,
  parseNoteVerifier,
  signatureLine,
  signNote,
  verifiedSignature,
} from './signed-note.ts'

// the example of the documentation of golang.org/x/mod/sumdb/note
const SIGNER = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const VERIFIER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const TEXT =
  'If you think cryptography is the answer to your problem,\nthen you don’t know what your problem is.\n'.replace(
    '’',
    "'",
  )
const SIGNATURE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM='

describe('signed notes', () => {
  it('are those of the Go library, byte for byte', () => {
    expect(parseNoteSigner(SIGNER, 'note').text).toBe(VERIFIER)
    expect(signNote(parseNoteSigner(SIGNER, 'note'), TEXT)).toBe(`${TEXT}\n${SIGNATURE}\n`)
  })

  it('verify with their own key, text and algorithm only', () => {
    const key = parseNoteVerifier(VERIFIER, 'note')
    const note = parseNote(`${TEXT}\n${SIGNATURE}\n`)
    expect(note && verifiedSignature(note, key)).toEqual({ line: SIGNATURE, seconds: 0 })
    expect(note && verifiedSignature({ ...note, text: `${TEXT}\n` }, key)).toBeNull()
    const other = parseNoteSigner(generateNoteKey('PeterNeumann', 'note'), 'note')
    expect(note && verifiedSignature(note, other)).toBeNull()
    expect(() => parseNoteVerifier(VERIFIER, 'cosignature')).toThrow('name+id+key')
    expect(() => parseNoteVerifier(VERIFIER.replace('Peter', 'Petra'), 'note')).toThrow('another key or name')
  })

  it('carry cosignatures with their time', () => {
    const witness = parseNoteSigner(generateNoteKey('witness.example', 'cosignature'), 'cosignature')
    const line = signatureLine(witness, TEXT, 1_764_000_000)
    const note = parseNote(`${TEXT}\n${SIGNATURE}\n${line}\n`)
    expect(note?.signatures).toHaveLength(2)
    expect(note && verifiedSignature(note, witness)).toEqual({ line, seconds: 1_764_000_000 })
  })

  it.each([
    '',
    'text',
    'text\n',
    'text\n\n',
    'text\n\nno signature\n',
    `text\n\n${SIGNATURE}`,
  ])('are not %j', (text) => {
    expect(parseNote(text)).toBeNull()
  })
})

describe('checkpoints', () => {
  const root = Buffer.alloc(32, 7).toString('base64')

  it('have an origin, a size and a root', () => {
    expect(parseCheckpoint(`log.example\n12\n${root}\n`)).toMatchObject({ origin: 'log.example', size: 12 })
  })

  it.each([
    `\n1\n${root}\n`,
    `a\n01\n${root}\n`,
    `a\n1\n${root.slice(4)}\n`,
    `a\n-1\n${root}\n`,
    `a\n1\n${root}`,
  ])('are not %j', (text) => {
    expect(parseCheckpoint(text)).toBeNull()
  })
})
