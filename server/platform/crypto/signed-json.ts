import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'

/** ASN.1 in front of the 32 bytes of an Ed25519 private key, RFC 8410. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SEED_BYTES = 32

/** A public key as JSON, RFC 8037. */
interface PublicJwk {
  kty: 'OKP'
  crv: 'Ed25519'
  x: string
  kid: string
  use: 'sig'
  alg: 'EdDSA'
}

/** A JWS in the flattened JSON serialisation, RFC 7515 section 7.2.2. */
export interface SignedJson {
  payload: string
  protected: string
  signature: string
}

/** The key of a purpose, derived from the installation's secret: the same in every process, and nothing is stored. */
function keyOf(secret: string, purpose: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', `sign:${purpose}`, SEED_BYTES))
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
}

export function publicJwk(secret: string, purpose: string): PublicJwk {
  const { x = '' } = createPublicKey(keyOf(secret, purpose)).export({ format: 'jwk' })
  // the thumbprint of RFC 7638: its members in this order
  const thumbprint = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })
  const kid = createHash('sha256').update(thumbprint).digest('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' }
}

export function signJson(secret: string, purpose: string, content: object): SignedJson {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = encode({ alg: 'EdDSA', kid: publicJwk(secret, purpose).kid })
  const payload = encode(content)
  const signature = sign(null, Buffer.from(`${head}.${payload}`), keyOf(secret, purpose))
  return { payload, protected: head, signature: signature.toString('base64url') }
}
