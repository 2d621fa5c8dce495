import { isIP } from 'node:net'
import { type Env, wrong } from './env.ts'

/** Whose forwarding headers count: everybody's, nobody's, those of addresses, or of so many proxies before us. */
export type TrustProxy = boolean | string[] | ((address: string, hop: number) => boolean)

const MAX_HOPS = 10
/** Names that the library knows for ranges of addresses. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal']
const SHOULD =
  'true, false, the number of proxies from 1 to 10, or their addresses or networks separated by commas, such as 10.0.0.0/8'

/** @throws StartupError */
export function readTrustProxy(env: Env): TrustProxy {
  const text = env.TRUST_PROXY?.trim()
  if (!text || text === 'false' || text === '0') return false
  if (text === 'true') return true
  if (/^\d+$/.test(text)) {
    const hops = Number(text)
    if (hops > MAX_HOPS) throw wrong('TRUST_PROXY', SHOULD, text)
    // the library takes no number
    return (_address, hop) => hop < hops
  }
  const addresses = text.split(',').map((part) => part.trim())
  if (!addresses.every(isAddress)) throw wrong('TRUST_PROXY', SHOULD, text)
  return addresses
}

function isAddress(text: string): boolean {
  if (RANGES.includes(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}
