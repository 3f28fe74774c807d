import { expect, test } from 'vitest'
import { screens } from '../screens.ts'
import { createKeys, goKeyOf, goKeys, secondKeyMs, shortcuts } from './shortcuts.ts'

test('every entry of the menus but the way out has a key, and every key leads to a screen', () => {
  const paths = screens.map(({ path }) => path)
  expect(Object.values(goKeys).filter((path) => !paths.includes(path))).toEqual([])
  const inMenus = screens.filter(({ menu, path }) => menu && path !== '/logout').map(({ path }) => path)
  expect(inMenus.filter((path) => goKeyOf(path) === undefined)).toEqual([])
})

test('no key means two things', () => {
  const keys = shortcuts.map((shortcut) => shortcut.keys.join(' '))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).not.toContain('g')
})

test('g waits for its letter, for a while', () => {
  let now = 0
  const press = createKeys(() => now)
  expect([press('g'), press('b')]).toEqual(['wait', { navigateTo: '/budgets' }])
  expect([press('b'), press('?'), press('n')]).toEqual([undefined, 'help', 'main'])
  expect([press('g'), press('n')]).toEqual(['wait', { navigateTo: '/notifications' }])
  expect([press('g'), press('x'), press('b')]).toEqual(['wait', undefined, undefined])
  press('g')
  now += secondKeyMs + 1
  expect(press('n')).toBe('main')
})
