import { afterEach, expect, it, vi } from 'vitest'
import { publicPath, serverUrl, withoutBase } from './base-path.ts'

afterEach(() => vi.unstubAllGlobals())

function stubPage(base: string | undefined): void {
  vi.stubGlobal('document', { documentElement: { dataset: base === undefined ? {} : { base } } })
  vi.stubGlobal('location', { origin: 'https://example.com' })
}

it('adds and removes nothing at a host of its own', () => {
  stubPage(undefined)
  expect(publicPath('/v1/me')).toBe('/v1/me')
  expect(serverUrl('/v1/me').href).toBe('https://example.com/v1/me')
  expect(withoutBase('/costs')).toBe('/costs')
})

it('adds and removes the path that the page names', () => {
  stubPage('/tools/kept')
  expect(publicPath('/v1/me')).toBe('/tools/kept/v1/me')
  expect(serverUrl('/v1/me?a=b').href).toBe('https://example.com/tools/kept/v1/me?a=b')
  expect(withoutBase('/tools/kept/costs?a=b')).toBe('/costs?a=b')
  expect(withoutBase('/tools/kepthouse')).toBe('/tools/kepthouse')
})
