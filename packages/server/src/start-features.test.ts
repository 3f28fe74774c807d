import { expect, it } from 'vitest'
import { features } from './features.ts'
import { defineFeature } from './platform/feature.ts'
import { startFeatures } from './start-features.ts'

/** These features use nothing of their context. */
const host = {} as Parameters<typeof startFeatures>[1]

function twoFeatures(failure?: Error) {
  const seen: string[] = []
  const store = defineFeature({
    name: 'store',
    start: () => ({ api: { read: () => 'stored' }, stop: () => void seen.push('store stopped') }),
  })
  const reader = defineFeature({
    name: 'reader',
    dependsOn: [store],
    start(_host, neighbors) {
      if (failure) throw failure
      seen.push(neighbors.store.read())
      return { stop: () => void seen.push('reader stopped') }
    },
  })
  return { store, reader, seen }
}

it('gives a feature the API of its neighbors, and stops in reverse order', async () => {
  const { store, reader, seen } = twoFeatures()
  const running = await startFeatures([store, reader], host)
  expect(running.apis.store.read()).toBe('stored')
  await running.stop()
  expect(seen).toEqual(['stored', 'reader stopped', 'store stopped'])
})

it('stops what has started when a feature cannot start', async () => {
  const { store, reader, seen } = twoFeatures(new Error('no'))
  await expect(startFeatures([store, reader], host)).rejects.toThrow('no')
  expect(seen).toEqual(['store stopped'])
})

it('rejects a feature that is listed before its neighbor', async () => {
  const { store, reader } = twoFeatures()
  await expect(startFeatures([reader, store], host)).rejects.toThrow('List the feature "store" before "reader"')
})

it('lists each feature once, after the ones it depends on', () => {
  const names: string[] = []
  for (const { name, dependsOn } of features) {
    expect(names).not.toContain(name)
    expect(names).toEqual(expect.arrayContaining(dependsOn.map((neighbor) => neighbor.name)))
    names.push(name)
  }
})
