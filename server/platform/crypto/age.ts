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

/** The keys of an identity file: one a line, beside comments. @throws Error for anything else, without repeating it */
export async function parseAgeKeys(text: string): Promise<AgeKey[]> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (lines.length === 0) throw new Error('no identity in it')
  return Promise.all(
    lines.map(async (identity) => {
      try {
        return { identity, recipient: await identityToRecipient(identity) }
      } catch {
        throw new Error('a line that is no identity of age')
      }
    }),
  )
}

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
