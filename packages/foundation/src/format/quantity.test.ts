import { describe, expect, it } from 'vitest'
import { formatCpu, formatMemory, readQuantity } from './quantity.ts'

describe('readQuantity', () => {
  it.each([
    ['250m', 0.25],
    ['1', 1],
    ['100000000n', 0.1],
    ['512Mi', 536_870_912],
    ['1G', 1_000_000_000],
    ['1e3', 1000],
    ['many', undefined],
    [undefined, undefined],
  ])('reads %s', (text, expected) => expect(readQuantity(text)).toBe(expected))
})

describe('formatCpu', () => {
  it.each([
    [0.5, '500m'],
    [0.181, '190m'],
    [0.001, '10m'],
    [2, '2'],
    // 0.29 * 100 is a little above 29.
    [0.29, '290m'],
  ])('writes %s CPUs as %s', (cpus, expected) => expect(formatCpu(cpus)).toBe(expected))
})

describe('formatMemory', () => {
  it.each([
    [300 * 1024 ** 2, '304Mi'],
    [1024 ** 3, '1Gi'],
    [1, '16Mi'],
    [1_000_000_000, '960Mi'],
  ])('writes %s bytes as %s', (bytes, expected) => expect(formatMemory(bytes)).toBe(expected))
})
