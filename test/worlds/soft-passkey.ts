import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { TestApp } from '../test-app.ts'

/** A passkey in memory that a person has added, and the device that holds it: WebAuthn with ES256. */
export interface SoftPasskey {
  /** The answer of a browser to a challenge. */
  answer(options: { challenge: string }, changes?: AnswerChanges): Record<string, unknown>
}

interface AnswerChanges {
  /** The device checked the person; by default it did. */
  isVerified?: boolean
  /** Of the page that asked. */
  origin?: string
}

const RP_ID = 'localhost'
const ORIGIN = 'http://localhost:3000'
const [PRESENT, VERIFIED] = [0x01, 0x04]

export async function addSoftPasskey(app: TestApp, userId: number): Promise<SoftPasskey> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16).toString('base64url')
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // a COSE key (RFC 9053): {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  await app.connection.db
    .insertInto('passkeys')
    .values({
      ...{ userId, name: 'Laptop', publicKey: cose.toString('base64'), credentialId: id, counter: 0 },
      ...{ deviceType: 'singleDevice', backedUp: false, transports: 'internal' },
    })
    .execute()
  return {
    answer({ challenge }, { isVerified = true, origin = ORIGIN } = {}) {
      const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }))
      const flags = PRESENT | (isVerified ? VERIFIED : 0)
      const authenticatorData = Buffer.concat([
        createHash('sha256').update(RP_ID).digest(),
        Buffer.from([flags, 0, 0, 0, 0]),
      ])
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
      return {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}
