import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Cost of one guess, as OWASP recommends for scrypt: 32 MB and three passes. A change makes older hashes outdated. */
const COST = { N: 2 ** 15, r: 8, p: 3 }
/** The sign-in library's default, which its hashes do not name. */
const LIBRARY_COST = { N: 2 ** 14, r: 16, p: 1 }
const KEY_BYTES = 64
const SALT_BYTES = 16

type Cost = typeof COST

const derive = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

function keyOf(password: string, salt: string, { N, r, p }: Cost): Promise<Buffer> {
  // letters that look alike are the same on every keyboard
  return derive(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r })
}

/** `scrypt:N:r:p:salt:key`: each hash names its cost, so that the cost can be raised. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES).toString('hex')
  const key = await keyOf(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt, key.toString('hex')].join(':')
}

export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const { cost, salt, key } = parse(hash)
  const given = await keyOf(password, salt, cost)
  return given.length === key.length && timingSafeEqual(given, key)
}

/** Whether a hash cost less, or more, than one made today. */
export function isOutdated(hash: string): boolean {
  const { cost } = parse(hash)
  return cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p
}

function parse(hash: string): { cost: Cost; salt: string; key: Buffer } {
  const parts = hash.split(':')
  const [salt = '', key = ''] = parts.slice(-2)
  const [N = 0, r = 0, p = 0] = parts.slice(1, 4).map(Number)
  const cost = parts.length === 2 ? LIBRARY_COST : { N, r, p }
  return { cost, salt, key: Buffer.from(key, 'hex') }
}
