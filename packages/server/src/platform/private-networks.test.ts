import { expect, it } from 'vitest'
import { isPublicAddress, isRange, isWithin } from './private-networks.ts'

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'not an address',
])('does not treat %s as public', (address) => expect(isPublicAddress(address)).toBe(false))

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
  'treats %s as public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

it('parses ranges and single addresses of both versions', () => {
  expect(['10.0.0.0/8', '127.0.0.1', 'fd00::/8', '::1'].map(isRange)).toEqual([true, true, true, true])
  expect(['', '10.0.0.0/33', '10.0.0.0/8/8', 'fd00::/129', 'host', '10.0.0.0/'].some(isRange)).toBe(false)
  expect(isWithin('10.9.9.9', ['192.168.0.0/16', '10.0.0.0/8'])).toBe(true)
  expect(isWithin('fd00::1', ['fd00::/8'])).toBe(true)
  expect(isWithin('10.9.9.9', ['10.8.0.0/16'])).toBe(false)
})
