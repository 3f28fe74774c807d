import { describe, expect, it } from 'vitest'
import { formatTaskSize, isFargateSize, readTaskSize, smallestFargateSize } from './fargate-size.ts'

describe('smallestFargateSize', () => {
  it.each([
    [{ cpu: 1, memory: 1 }, '256-512'],
    [{ cpu: 256, memory: 2048 }, '256-2048'],
    [{ cpu: 256, memory: 2049 }, '512-3072'],
    [{ cpu: 257, memory: 100 }, '512-1024'],
    [{ cpu: 5000, memory: 20_000 }, '8192-20480'],
    [{ cpu: 16_384, memory: 122_880 }, '16384-122880'],
  ])('%o fits in %s', (needed, size) => {
    const smallest = smallestFargateSize(needed)
    expect(smallest && formatTaskSize(smallest)).toBe(size)
    expect(smallest && isFargateSize(smallest)).toBe(true)
  })

  it('has none for more than is sold', () => {
    expect(smallestFargateSize({ cpu: 16_385, memory: 1 })).toBeUndefined()
    expect(isFargateSize({ cpu: 256, memory: 4096 })).toBe(false)
    expect(readTaskSize('m5.large')).toBeUndefined()
  })
})
