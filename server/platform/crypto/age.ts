import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { openPayload, sealPayload } from './age-payload.ts'

/** A key pair in age's own format: the identity opens, the recipient closes. */
export interface AgeKey {
  /** `AGE-SECRET-KEY-1…` */
  identity: string
  /** `age1…` */
  recipient: string
}

export async function generateAgeKey(): Promise<AgeKey> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Whether this is a recipient of age, the public half of a key pair. */
export function isAgeRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** The text of an identity file as `age-keygen` writes it. */
export function formatAgeKey({ identity, recipient }: AgeKey, createdAt: Date): string {
  return `# created: ${createdAt.toISOString()}\n# public key: ${recipient}\n${identity}\n`
}

/**
 * The keys of an identity file: one a line or separated by commas; comments are skipped. @throws Error for anything
 * else, without repeating it
 */
export async function parseAgeKeys(text: string): Promise<AgeKey[]> {
  const identities = text
    .split(/\r?\n/)
    .filter((line) => !isComment(line))
    .flatMap((line) => line.split(/[\s,]+/))
    .filter((word) => word !== '')
  if (identities.length === 0) throw new Error('no identity in it')
  return Promise.all(
    identities.map(async (identity) => {
      try {
        return { identity, recipient: await identityToRecipient(identity) }
      } catch {
        throw new Error('a line that is no identity of age')
      }
    }),
  )
}

/** The text of an identity file without these keys and the comments before each of them. */
export async function withoutAgeKeys(text: string, recipients: readonly string[]): Promise<string> {
  const kept: string[] = []
  let comments: string[] = []
  for (const line of text.split('\n')) {
    if (isComment(line) || line.trim() === '') {
      comments.push(line)
      continue
    }
    const keys = await parseAgeKeys(line)
    if (!keys.every(({ recipient }) => recipients.includes(recipient))) kept.push(...comments, line)
    comments = []
  }
  return [...kept, ...comments].join('\n')
}

const isComment = (line: string): boolean => line.trimStart().startsWith('#')

/** How every file of age begins. */
export const AGE_HEADER = 'age-encryption.org/v1\n'

/** Encrypts while it is read; little more than 64 KiB are in memory at a time. */
export async function encryptStream(
  recipients: string | readonly string[],
  content: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const { header, fileKey } = await makeHeader([recipients].flat())
  return (async function* () {
    yield header
    yield* sealPayload(fileKey, content)
  })()
}

/** Decrypts while reading. @throws immediately where none of the identities opens it; later where it was changed */
export async function decryptStream(
  identities: readonly string[],
  content: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const source = content[Symbol.asyncIterator]()
  const { header, rest } = await readHeader(source)
  const fileKey = await decrypter.decryptHeader(header)
  const plain = openPayload(fileKey, continued(rest, source))
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => plain.next(),
      // also for a reader that stops before the first byte
      async return() {
        await plain.return(undefined)
        await source.return?.()
        return { done: true, value: undefined }
      },
    }),
  }
}

/** A header for a new file, made by the library, and the key of the payload that belongs to it. */
async function makeHeader(
  recipients: readonly string[],
): Promise<{ header: Uint8Array; fileKey: Uint8Array }> {
  let fileKey: Uint8Array | undefined
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  // a recipient that adds nothing to the file, but sees its key
  encrypter.addRecipient({
    wrapFileKey(key) {
      fileKey = key.slice()
      return []
    },
  })
  const empty = await encrypter.encrypt(new Uint8Array())
  if (!fileKey) throw new Error('the library has asked nobody to wrap the key')
  return { header: empty.subarray(0, empty.length - EMPTY_PAYLOAD), fileKey }
}

/** Nonce and tag. */
const EMPTY_PAYLOAD = 32
/** One of ours has 200 bytes. */
const HEADER_LIMIT = 64 * 1024

async function readHeader(
  source: AsyncIterator<Uint8Array>,
): Promise<{ header: Uint8Array; rest: Uint8Array }> {
  let read = Buffer.alloc(0)
  for (;;) {
    const { done, value } = await source.next()
    if (done) throw new Error('not a whole header of age')
    read = Buffer.concat([read, value])
    const begin = Math.min(read.length, AGE_HEADER.length)
    if (read.toString('latin1', 0, begin) !== AGE_HEADER.slice(0, begin)) throw new Error('not a file of age')
    const lastLine = read.indexOf('\n--- ')
    const end = lastLine < 0 ? -1 : read.indexOf('\n', lastLine + 1)
    if (end >= 0) return { header: read.subarray(0, end + 1), rest: read.subarray(end + 1) }
    if (read.length > HEADER_LIMIT) throw new Error('not a header of age')
  }
}

async function* continued(first: Uint8Array, source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (;;) {
    const { done, value } = await source.next()
    if (done) return
    yield value
  }
}
