import { BlockList, isIP } from 'node:net'

const WIDTH: Record<number, number> = { 4: 32, 6: 128 }

/** Whether a text is an address or a network in CIDR form, of IPv4 or IPv6. Platform §6.1, §14.2. */
export function isNetwork(value: string): boolean {
  const [ip = '', bits, ...rest] = value.split('/')
  const width = WIDTH[isIP(ip)]
  if (width === undefined || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width)
}

/** Whether an address is one of the listed addresses or lies in one of the listed networks. Platform §2.2. */
export function inNetworks(ip: string, networks: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of networks.filter(isNetwork)) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  // A socket of both families tells an IPv4 address as ::ffff:10.0.0.1.
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(plain) !== 0 && list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
