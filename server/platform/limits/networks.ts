// The unit of limits per sender: an attacker changes the rest of an address at no cost.

import { isIPv6 } from 'node:net'

/** The /24 of IPv4 and the /64 of IPv6. */
export function networkOf(ip: string | null): string {
  if (!ip) return 'unknown'
  const plain = unmapped(ip)
  return isIPv6(plain) ? prefixOf(plain) : plain.split('.').slice(0, 3).join('.')
}

/** One connection to the internet: the whole address of IPv4, the /64 of IPv6. */
export function addressOf(ip: string | null): string {
  if (!ip) return 'unknown'
  const plain = unmapped(ip)
  return isIPv6(plain) ? prefixOf(plain) : plain
}

const unmapped = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '')

function prefixOf(ip: string): string {
  const [head = '', tail = ''] = ip.split('::', 2)
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':')
}
