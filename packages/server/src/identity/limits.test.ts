import { expect, it } from 'vitest'
import { blockOf } from './limits.ts'

it('counts IPv6 addresses by their network', () => {
  expect(blockOf('2001:0db8:0:1:2:3:4:5')).toBe('2001:db8:0:1')
  expect(blockOf('2001:db8::1')).toBe('2001:db8:0:0')
  expect(blockOf('::1')).toBe('0:0:0:0')
  expect(blockOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(blockOf('192.0.2.1')).toBe('192.0.2.1')
})
