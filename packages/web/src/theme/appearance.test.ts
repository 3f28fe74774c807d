import { expect, test } from 'vitest'
import { readAppearance } from './appearance.ts'

test('what is stored counts as far as it makes sense', () => {
  expect(readAppearance(null)).toEqual({ theme: 'system', density: 'comfortable' })
  expect(readAppearance('{"theme":"dark","density":"compact"}')).toEqual({ theme: 'dark', density: 'compact' })
  expect(readAppearance('{"theme":"pink"}')).toEqual({ theme: 'system', density: 'comfortable' })
  expect(readAppearance('not json')).toEqual({ theme: 'system', density: 'comfortable' })
  expect(readAppearance('null')).toEqual({ theme: 'system', density: 'comfortable' })
})
