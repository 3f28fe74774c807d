import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { availableMemory, engineMemory } from './memory-size.ts'

const gigabyte = 1024 ** 3

describe('availableMemory', () => {
  it('is that of the container when it has less than the machine', () => {
    expect(availableMemory(64 * gigabyte, 2 * gigabyte)).toBe(2 * gigabyte)
  })

  it('is that of the machine without a limit, which Node tells as 0 or as more than there is', () => {
    expect(availableMemory(64 * gigabyte, 0)).toBe(64 * gigabyte)
    expect(availableMemory(64 * gigabyte, 2 ** 63)).toBe(64 * gigabyte)
  })
})

describe('engineMemory', () => {
  it('gives the warehouse a quarter, from one to eight gibibytes', () => {
    const warehouse = [3, 4, 16, 64].map((size) => engineMemory('normal', size * gigabyte).warehouseBytes / gigabyte)
    expect(warehouse).toEqual([1, 1, 4, 8])
  })

  it('is small where it is asked for, and by itself on a machine or in a container of 2 GB', () => {
    const small = { warehouseBytes: 896 * 1024 ** 2, databaseCacheBytes: 32 * 1024 ** 2 }
    expect(engineMemory('small', 64 * gigabyte)).toEqual(small)
    expect(engineMemory('auto', 2 * gigabyte)).toEqual(small)
    expect(engineMemory('auto', 4 * gigabyte)).not.toEqual(small)
  })
})

it('reaches the configuration, and KEPT_WAREHOUSE_MEMORY_MB goes first', () => {
  const { warehouseMemoryBytes, databaseCacheBytes } = readConfig({ KEPT_MEMORY: 'small' })
  expect([warehouseMemoryBytes, databaseCacheBytes]).toEqual([896 * 1024 ** 2, 32 * 1024 ** 2])
  const chosen = readConfig({ KEPT_MEMORY: 'small', KEPT_WAREHOUSE_MEMORY_MB: '2000' })
  expect(chosen.warehouseMemoryBytes).toBe(2000 * 1024 ** 2)
  expect(() => readConfig({ KEPT_MEMORY: 'tiny' })).toThrow(/KEPT_MEMORY \(.*\) is "tiny": /)
})
