import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

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

/** The text of an identity file as `age-keygen` writes it. */
export function formatAgeKey({ identity, recipient }: AgeKey, createdAt: Date): string {
  return `# created: ${createdAt.toISOString()}\n# public key: ${recipient}\n${identity}\n`
}

/** The keys of an identity file: one a line or with commas between them, beside comments. @throws Error for anything else, without repeating it */
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

/** The text of an identity file without these keys and the comments that stand before each of them. */
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
  recipient: string,
  content: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  return iterate(await encrypter.encrypt(asStream(content)))
}

/** Decrypts while it is read. @throws at once where none of the identities opens it; later where it was changed */
export async function decryptStream(
  identities: readonly string[],
  content: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return iterate(await decrypter.decrypt(asStream(content)))
}

/** Node's web streams are the browser's; only their two type declarations do not know of each other. */
function asStream(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return NodeStream.from(content) as unknown as ReadableStream<Uint8Array>
}

function iterate(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return stream as unknown as NodeStream<Uint8Array>
}
