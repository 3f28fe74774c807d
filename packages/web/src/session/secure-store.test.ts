import { expect, test } from 'vitest'
import { createSecureStore, type StoreDeps } from './secure-store.ts'

const start = Date.parse('2026-03-01T10:00:00Z')
const token = { token: 'the bearer token', expiresAt: '2026-03-01T10:05:00Z' }

/** A browser's tab: its storage outlives the page. */
function tab() {
  const items = new Map<string, string>()
  const storage = {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  }
  const page = (deps: Partial<StoreDeps> = {}) =>
    createSecureStore({ crypto, storage, fingerprint: async () => 'this device', now: () => start, ...deps })
  return { items, page }
}

test('what one page kept, the next one of the same tab has; nothing of it is readable', async () => {
  const { items, page } = tab()
  await page().save(token)
  expect([...items.values()].join('\n')).not.toContain('bearer')
  expect([...items.values()].join('\n')).not.toContain(btoa('the bearer token'))
  const next = page()
  expect(next.storageMode()).toBe('encrypted')
  expect(await next.recall()).toBe('the bearer token')
  expect(next.current()).toBe('the bearer token')
})

test('the same token is never sealed alike twice', async () => {
  const { items, page } = tab()
  await page().save(token)
  const first = items.get('kept.token')
  await page().save(token)
  expect(items.get('kept.token')).not.toBe(first)
})

test('another device: the token is cleared', async () => {
  const { items, page } = tab()
  await page().save(token)
  expect(await page({ fingerprint: async () => 'another device' }).recall()).toBeUndefined()
  expect(items.size).toBe(0)
})

test('tampered with: the token is cleared', async () => {
  const { items, page } = tab()
  await page().save(token)
  const sealed = JSON.parse(items.get('kept.token') ?? '') as { data: string }
  const other = sealed.data.startsWith('A') ? 'B' : 'A'
  items.set('kept.token', JSON.stringify({ ...sealed, data: other + sealed.data.slice(1) }))
  expect(await page().recall()).toBeUndefined()
  expect(items.size).toBe(0)
})

test('past its end it is not handed out', async () => {
  const { page } = tab()
  await page().save(token)
  const laterPage = page({ now: () => start + 300_000 })
  expect(await laterPage.recall()).toBeUndefined()
})

test('signed out while it was being encrypted: nothing is left behind', async () => {
  const { items, page } = tab()
  const store = page()
  const keeping = store.save(token)
  store.forget()
  await keeping
  expect(items.size).toBe(0)
  expect(store.current()).toBeUndefined()
})

test.each([
  ['no way to encrypt', { crypto: undefined }],
  ['no storage', { storage: undefined }],
  [
    'a storage that refuses',
    {
      storage: {
        getItem: () => null,
        setItem: () => {
          throw new Error('QuotaExceededError')
        },
        removeItem: () => undefined,
      },
    },
  ],
] satisfies [string, Partial<StoreDeps>][])(
  '%s: in memory only, never unencrypted, and it says so',
  async (_, deps) => {
    const { items, page } = tab()
    const store = page(deps)
    await store.save(token)
    expect(store.current()).toBe('the bearer token')
    expect(store.storageMode()).toBe('memory')
    expect(items.size).toBe(0)
  },
)
