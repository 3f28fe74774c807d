import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { homeOf, mayEnter, requestedPage } from './guards.ts'

describe('who may enter', () => {
  test.each([
    ['/admin', ['admin']],
    ['/admin/users', ['admin']],
    ['/client', ['admin', 'user', 'billing_admin']],
    ['/onboarding', ['admin', 'user', 'billing_admin']],
    ['/administration', ['admin', 'user', 'billing_admin']],
    ['/dashboard', ['admin', 'user', 'billing_admin']],
  ])('%s is open to %j', (path, roles) => {
    for (const role of ['admin', 'user', 'billing_admin', 'owner', '', null, undefined]) {
      expect(mayEnter(path, role), `${role}`).toBe(roles.includes(role ?? 'none'))
    }
  })

  test('law: no role, no page', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (suffix, role) => {
        const path = `/${suffix}`
        if (!['admin', 'user', 'billing_admin'].includes(role)) expect(mayEnter(path, role)).toBe(false)
      }),
    )
  })
})

test('after signing in', () => {
  expect(homeOf('admin')).toBe('/admin')
  expect(homeOf('user')).toBe('/client')
  expect(homeOf('billing_admin')).toBe('/client')
})

describe('the wanted page', () => {
  test.each([
    ['/costs?by=service', '/costs?by=service'],
    ['https://evil.example/', undefined],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['/\t/evil.example', undefined],
    ['/auth/login', undefined],
    ['/auth/invitation?token=abc', '/auth/invitation?token=abc'],
    ['/logout', undefined],
    ['', undefined],
  ])('%s', (next, page) => expect(requestedPage(next)).toBe(page))

  test('law: it never leads to another site', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((text) => `/${text}`),
        ),
        (next) => {
          const page = requestedPage(next)
          if (page !== undefined) expect(new URL(page, 'https://kept.example').host).toBe('kept.example')
        },
      ),
    )
  })
})
