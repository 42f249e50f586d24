import { expect, test } from 'vitest'
import { inNetworks, isNetwork } from './network.ts'

test('addresses and networks of both families, nothing else', () => {
  for (const good of ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', 'fe80::1/128'])
    expect(isNetwork(good), good).toBe(true)
  for (const bad of ['', '10.0.0', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0.0/', 'a', '10.0.0.0/-1'])
    expect(isNetwork(bad), bad).toBe(false)
})

test('an address lies in a network when its first bits are the same', () => {
  const networks = ['192.168.1.7', '10.20.0.0/15', '2001:db8:0:8000::/49']
  for (const inside of [
    '192.168.1.7',
    '10.20.0.0',
    '10.21.255.255',
    '::ffff:10.21.3.4',
    '2001:DB8:0:ffff::1',
  ])
    expect(inNetworks(inside, networks), inside).toBe(true)
  for (const outside of ['192.168.1.8', '10.22.0.0', '10.19.255.255', '2001:db8:0:7fff::1', '', 'nonsense'])
    expect(inNetworks(outside, networks), outside).toBe(false)
  expect(inNetworks('10.0.0.1', [])).toBe(false)
})
