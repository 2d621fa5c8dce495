import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentEntry, OwnDocument } from '#contract/documents/documents.ts'
import { pdfOf } from '#test/worlds/application-forms.ts'

/** The demo world's broker. */
const broker = { email: 'broker@brokerline.example', password: 'demo-Broker-2026' }

/** A broker in their portal, by HTTP alone; the token outlives the process that gave it. */
export interface Portal {
  documents(): Promise<DocumentEntry[]>
  /** Sends a document over about this many milliseconds. @returns null where the connection broke before the answer */
  upload(typeId: number, bytes: Buffer, ms?: number): Promise<OwnDocument | null>
}

/** @param url the server's current address: its port changes with a restart */
export async function signInToPortal(url: () => string): Promise<Portal> {
  const answer = await fetch(`${url()}/api/broker/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(broker),
  })
  if (!answer.ok) throw new Error(`sign-in to the portal: ${answer.status} ${await answer.text()}`)
  const { token } = (await answer.json()) as { token: string } // the contract's type
  const authorization = `Bearer ${token}`
  return {
    async documents() {
      const response = await fetch(`${url()}/api/broker/documents`, { headers: { authorization } })
      if (!response.ok) throw new Error(`documents: ${response.status} ${await response.text()}`)
      return (await response.json()) as DocumentEntry[] // the contract's type
    },
    async upload(typeId, bytes, ms = 0) {
      const boundary = randomBytes(12).toString('hex')
      const form = formOf(boundary, typeId, bytes)
      const sending = fetch(`${url()}/api/broker/documents/upload`, {
        method: 'POST',
        headers: { authorization, 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: ms === 0 ? form : slowly(form, ms),
        ...(ms > 0 && { duplex: 'half' }),
      } as RequestInit) // its type does not know `duplex` yet
      const response = await sending.catch(() => null)
      if (response && !response.ok) throw new Error(`upload: ${response.status} ${await response.text()}`)
      // the response counts only if it is complete
      return ((await response?.json().catch(() => null)) as OwnDocument | null | undefined) ?? null
    },
  }
}

function formOf(boundary: string, typeId: number, bytes: Buffer): Buffer<ArrayBuffer> {
  const part = (name: string, rest = ''): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`
  return Buffer.concat([
    Buffer.from(`${part('documentTypeId')}${typeId}\r\n`),
    Buffer.from(part('document', '; filename="proof.pdf"\r\ncontent-type: application/pdf')),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
}

async function* slowly(bytes: Buffer, ms: number): AsyncGenerator<Uint8Array> {
  const pieces = 20
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size)
    await sleep(ms / pieces)
  }
}

/** A PDF like no other. */
export function uniquePdf(size: number): Buffer {
  const bytes = pdfOf(size)
  const end = bytes.lastIndexOf('startxref')
  // a comment of its own, in the filling
  const mark = Buffer.from(`%${randomBytes(12).toString('hex')}`)
  mark.copy(bytes, end - mark.length - 1)
  return bytes
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
