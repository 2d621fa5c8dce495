// Signed notes (C2SP signed-note) with Ed25519, and cosignatures with a time (C2SP tlog-cosignature).

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

/** The algorithm byte in front of a key. */
const ALGORITHMS = { note: 1, cosignature: 4 } as const
export type KeyKind = keyof typeof ALGORITHMS

const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex')
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
const TIME_BYTES = 8

export interface NoteVerifier {
  name: string
  kind: KeyKind
  /** First four bytes of a hash of name and key, by which a signature names its key. */
  id: Buffer
  publicKey: Buffer
  /** As it is published: name, id and key. */
  text: string
}

export interface NoteSigner extends NoteVerifier {
  seed: Buffer
}

/** A new private key, as golang.org/x/mod/sumdb/note writes it. @param name without spaces and plus signs */
export function generateNoteKey(name: string, kind: KeyKind): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-KEY_BYTES)
  const { id } = verifierOf(name, kind, publicOf(seed))
  return `PRIVATE+KEY+${name}+${id.toString('hex')}+${encoded(kind, seed)}`
}

/** @throws Error if it is no key of this kind */
export function parseNoteSigner(text: string, kind: KeyKind): NoteSigner {
  const [, name, id = '', data = ''] = /^PRIVATE\+KEY\+([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  const seed = keyBytes(data, kind)
  if (!name || !seed) throw new Error('it does not have the form PRIVATE+KEY+name+id+key')
  const verifier = verifierOf(name, kind, publicOf(seed))
  if (verifier.id.toString('hex') !== id) throw new Error('its id belongs to another key or name')
  return { ...verifier, seed }
}

/** @throws Error if it is no public key of this kind */
export function parseNoteVerifier(text: string, kind: KeyKind): NoteVerifier {
  const [, name, id = '', data = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  const key = keyBytes(data, kind)
  if (!name || !key) throw new Error('it does not have the form name+id+key')
  const verifier = verifierOf(name, kind, key)
  if (verifier.id.toString('hex') !== id) throw new Error('its id belongs to another key or name')
  return verifier
}

function keyBytes(data: string, kind: KeyKind): Buffer | null {
  const bytes = Buffer.from(data, 'base64')
  return bytes.length === KEY_BYTES + 1 && bytes[0] === ALGORITHMS[kind] ? bytes.subarray(1) : null
}

const encoded = (kind: KeyKind, key: Buffer): string =>
  Buffer.concat([Buffer.from([ALGORITHMS[kind]]), key]).toString('base64')

function verifierOf(name: string, kind: KeyKind, publicKey: Buffer): NoteVerifier {
  const id = createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.from([ALGORITHMS[kind]]))
    .update(publicKey)
    .digest()
    .subarray(0, 4)
  return { name, kind, id, publicKey, text: `${name}+${id.toString('hex')}+${encoded(kind, publicKey)}` }
}

const privateKeyOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' })
const publicOf = (seed: Buffer): Buffer =>
  createPublicKey(privateKeyOf(seed)).export({ type: 'spki', format: 'der' }).subarray(-KEY_BYTES)
const publicKeyOf = (key: Buffer) =>
  createPublicKey({ key: Buffer.concat([PUBLIC_DER, key]), format: 'der', type: 'spki' })

export interface SignedNote {
  /** Ends with a line break. */
  text: string
  signatures: readonly { name: string; id: Buffer; bytes: Buffer; line: string }[]
}

const SIGNATURE_LINE = /^— ([^+\s]+) ([A-Za-z0-9+/]+={0,2})$/
const MAX_SIGNATURES = 100

/** @returns null if it is no signed note */
export function parseNote(note: string): SignedNote | null {
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) return null
  const lines = note.slice(split + 2, -1).split('\n')
  if (lines.length > MAX_SIGNATURES) return null
  const signatures: SignedNote['signatures'][number][] = []
  for (const line of lines) {
    const [, name = '', data = ''] = SIGNATURE_LINE.exec(line) ?? []
    const bytes = Buffer.from(data, 'base64')
    if (!name || bytes.length < 5) return null
    signatures.push({ name, id: bytes.subarray(0, 4), bytes: bytes.subarray(4), line })
  }
  return { text: note.slice(0, split + 1), signatures }
}

/** Signs a text that ends with a line break. @param seconds of a cosignature: its time @returns the line of the signature */
export function signatureLine(signer: NoteSigner, text: string, seconds = 0): string {
  const signature = sign(null, Buffer.from(signedText(signer.kind, text, seconds)), privateKeyOf(signer.seed))
  const time = Buffer.alloc(signer.kind === 'cosignature' ? TIME_BYTES : 0)
  if (time.length > 0) time.writeBigUInt64BE(BigInt(seconds))
  return `— ${signer.name} ${Buffer.concat([signer.id, time, signature]).toString('base64')}`
}

export const signNote = (signer: NoteSigner, text: string): string =>
  `${text}\n${signatureLine(signer, text)}\n`

const signedText = (kind: KeyKind, text: string, seconds: number | bigint): string =>
  kind === 'cosignature' ? `cosignature/v1\ntime ${seconds}\n${text}` : text

/** The verified signature of this key; null: the note has none. `seconds`: of a cosignature, else 0. */
export function verifiedSignature(
  { text, signatures }: SignedNote,
  verifier: NoteVerifier,
): { line: string; seconds: number } | null {
  const timed = verifier.kind === 'cosignature' ? TIME_BYTES : 0
  for (const { name, id, bytes, line } of signatures) {
    if (name !== verifier.name || !id.equals(verifier.id) || bytes.length !== timed + SIGNATURE_BYTES)
      continue
    const seconds = timed > 0 ? bytes.readBigUInt64BE() : 0n
    const message = Buffer.from(signedText(verifier.kind, text, seconds))
    if (verify(null, message, publicKeyOf(verifier.publicKey), bytes.subarray(timed)))
      return { line, seconds: Number(seconds) }
  }
  return null
}
