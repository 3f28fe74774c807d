import { describe, expect, it } from 'vitest'
import { memoryRelease } from './release-memory.ts'

const mebibyte = 2 ** 20

describe('memoryRelease', () => {
  function openProcess() {
    const state = { utilization: 0, resident: 500 * mebibyte, needed: 200 * mebibyte, collections: 0 }
    const release = memoryRelease({
      utilization: () => state.utilization,
      residentBytes: () => state.resident,
      collect() {
        state.collections += 1
        state.resident = state.needed
      },
    })
    return { state, release }
  }

  it('collects once when idle, and again only after growth', () => {
    const { state, release } = openProcess()
    expect(release()).toBe(300 * mebibyte)
    expect(release()).toBeUndefined()
    state.resident = 220 * mebibyte
    expect(release()).toBeUndefined()
    state.resident = 300 * mebibyte
    expect(release()).toBe(100 * mebibyte)
    expect(state.collections).toBe(2)
  })

  it('waits while the process is busy', () => {
    const { state, release } = openProcess()
    state.utilization = 0.5
    expect(release()).toBeUndefined()
    expect(state.collections).toBe(0)
    state.utilization = 0.01
    expect(release()).toBe(300 * mebibyte)
  })
})
