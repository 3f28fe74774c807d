import { expect, it } from 'vitest'
import { isLoopback } from './loopback.ts'
import { isOwnOrigin } from './origin.ts'

it('distinguishes its own pages from other sites', () => {
  const from = (headers: Record<string, string>) => ({ header: (name: string) => headers[name] })
  const isOwn = (headers: Record<string, string>, url?: string) => isOwnOrigin(from(headers), url)
  expect(isOwn({ host: 'kept.test' })).toBe(true)
  expect(isOwn({ host: 'kept.test', origin: 'http://kept.test' })).toBe(true)
  expect(isOwn({ host: 'kept.test', origin: 'http://kept.test.evil.example' })).toBe(false)
  expect(isOwn({ host: 'kept.test', origin: 'http://kept.test' }, 'https://kept.test')).toBe(false)
  expect(isOwn({ host: 'kept.test', 'sec-fetch-site': 'cross-site' })).toBe(false)
})

it('is this machine only without a proxy', () => {
  const request = (headers: object, remoteAddress = '127.0.0.1') =>
    ({ headers: { host: '127.0.0.1:4480', ...headers }, socket: { remoteAddress } }) as never
  expect(isLoopback(request({}))).toBe(true)
  expect(isLoopback(request({ 'x-forwarded-for': '203.0.113.1' }))).toBe(false)
  expect(isLoopback(request({}, '203.0.113.1'))).toBe(false)
  // A page that resolves its own name to this machine (DNS rebinding) is not this machine.
  expect(isLoopback(request({ host: 'evil.example' }))).toBe(false)
})
