import { expect, test } from 'vitest'
import { screens } from './screens.ts'

test('the signed-in shell has the entries of the specification, in its order', () => {
  const entries = (section: string) =>
    screens.filter((screen) => screen.menu?.section === section).map((screen) => [screen.path, screen.menu?.label])
  expect(entries('main')).toEqual([
    ['/dashboard', 'Executive Dashboard'],
    ['/resources', 'Resource Management'],
    ['/integrations', 'Integration Center'],
    ['/reports', 'Reports'],
    ['/admin', 'Admin Console'],
  ])
  expect(entries('user').map(([path]) => path)).toEqual(['/profile', '/settings', '/logout'])
  expect(entries('more').map(([path]) => path)).toEqual([
    '/client',
    '/costs',
    '/savings',
    '/autopilot',
    '/anomalies',
    '/budgets',
    '/alerts',
    '/loops',
    '/behavior',
    '/billing',
    '/admin/users',
    '/security',
  ])
})

test('a guest reaches the sign-in screens only', () => {
  expect(screens.filter(({ access }) => access === 'open').map(({ path }) => path)).toEqual([
    '/auth/login',
    '/auth/signup',
    '/auth/second-factor',
    '/auth/forgot-password',
    '/auth/reset-password',
    '/auth/verify',
    '/auth/setup',
    '/auth/invitation',
  ])
})

test('no address twice, and every screen can be loaded and drawn', async () => {
  expect(new Set(screens.map((screen) => screen.path)).size).toBe(screens.length)
  for (const screen of screens) {
    const { component } = await screen.load()
    expect(component, screen.path).toBeTypeOf('function')
  }
  // Every screen's code is read here: a bound for what hangs, not for a busy machine.
}, 60_000)
