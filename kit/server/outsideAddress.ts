import dns from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { inNetworks } from './network.ts'

// Addresses no public service has: of this machine, of its networks, of groups and of documents.
const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
// Of IPv6 only 2000::/3 is given to the public; of it these are tunnels, protocols and documents.
const PUBLIC_V6 = ['2000::/3']
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
/** IPv4 inside IPv6: mapped, and translated by the network (NAT64). */
const CARRIES_V4 = ['::ffff:0:0/96', '64:ff9b::/96']

/** The sixteen-bit groups of an IPv6 address in any of its spellings. */
function groupsOf(address: string): number[] {
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((one) => Number.parseInt(one, 16))
  const [first, last] = [groups(head), groups(tail ?? '')]
  return [
    ...first,
    ...Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => 0),
    ...last,
  ]
}

/** Whether an address belongs to this machine, a network of its own, a group or a document: to no public service. */
export function isPrivateAddress(address: string): boolean {
  const ip = address.replace(/%.*$/, '')
  if (isIP(ip) === 4) return inNetworks(ip, PRIVATE_V4)
  if (isIP(ip) !== 6) return true
  const groups = groupsOf(ip)
  const written = groups.map((one) => one.toString(16)).join(':')
  const [, , , , , , high = 0, low = 0] = groups
  const isMapped = groups.slice(0, 5).every((one) => one === 0) && groups[5] === 0xffff
  if (isMapped || inNetworks(written, CARRIES_V4))
    return isPrivateAddress([high >> 8, high & 255, low >> 8, low & 255].join('.'))
  return !inNetworks(written, PUBLIC_V6) || inNetworks(written, PRIVATE_V6)
}

/** What people are told where such an address is refused. */
export const PRIVATE_ADDRESS = '不能使用本机或内网地址'

let privateAllowed = false

/** Lets services outside have private addresses: TS_OUTSIDE_PRIVATE; once per process. Platform §14.2. */
export function keepOutsidePrivate(allowed: boolean): void {
  privateAllowed = allowed
}

/**
 * Whether an address of the settings names a private place by itself: a number, localhost. A name is looked up when the
 * service is called.
 */
export function namesPrivateHost(address: string): boolean {
  if (privateAllowed) return false
  const host =
    URL.parse(address)
      ?.hostname.replace(/^\[|\]$/g, '')
      .replace(/\.$/, '') ?? ''
  return /(^|\.)localhost$/.test(host) || (isIP(host) !== 0 && isPrivateAddress(host))
}

/** Where a name leads, for a connection to be made: refused when any of its addresses is private, however often it changes. */
export const outsideLookup: LookupFunction = (host, options, done) => {
  dns.lookup(host, { ...options, all: true }, (error, found) => {
    if (error !== null) return done(error, [])
    if (!privateAllowed && found.some((one) => isPrivateAddress(one.address)))
      return done(new Error(PRIVATE_ADDRESS), [])
    const [first] = found
    if (options.all) return done(null, found)
    return first === undefined ? done(new Error('no address'), []) : done(null, first.address, first.family)
  })
}
