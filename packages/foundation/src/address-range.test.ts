import { BlockList } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRangeWithin } from './address-range.ts'

describe('isRangeWithin', () => {
  it.each([
    ['10.1.0.0/16', ['10.0.0.0/8'], true],
    ['10.0.0.0/8', ['10.1.0.0/16'], false],
    ['10.1.2.3', ['10.0.0.5/8'], true],
    ['10.1.2.3', ['10.1.2.3/32'], true],
    ['10.1.2.3', [], false],
    ['203.0.113.9', ['10.0.0.0/8', '203.0.113.0/24'], true],
    ['10.0.0.0/8', ['10.0.0.0/9', '10.128.0.0/9'], false],
    ['0.0.0.0/0', ['0.0.0.0/0'], true],
    ['10.0.0.0/8', ['::/0'], false],
    ['2001:db8:1::/48', ['2001:db8::/32'], true],
    ['2001:DB8::5', ['2001:db8:0:0::/64'], true],
    ['2001:db9::', ['2001:db8::/32'], false],
    ['::ffff:203.0.113.9', ['::ffff:203.0.113.0/120'], true],
    ['::1', ['::/127'], true],
    ['::', ['::1'], false],
  ] as const)('%s in %j is %s', (range, others, expected) => {
    expect(isRangeWithin(range, others)).toBe(expected)
  })

  it('says of single addresses what sockets say', () => {
    const ranges = [
      [fc.ipV4(), 32, 'ipv4'],
      [fc.ipV6(), 128, 'ipv6'],
    ] as const
    for (const [address, bits, family] of ranges)
      fc.assert(
        fc.property(address, address, fc.integer({ min: 0, max: bits }), (inner, outer, prefix) => {
          const list = new BlockList()
          list.addSubnet(outer, prefix, family)
          expect(isRangeWithin(inner, [`${outer}/${prefix}`])).toBe(list.check(inner, family))
        }),
      )
  })
})
