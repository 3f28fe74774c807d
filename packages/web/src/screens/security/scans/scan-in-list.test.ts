import { expect, it } from 'vitest'
import { scanInList } from './scan-in-list.ts'

const scans = [{ id: 'newest' }, { id: 'earlier' }]

it.each([
  [undefined, 'newest'],
  ['', 'newest'],
  ['earlier', 'earlier'],
  ['before the list', undefined],
])('shows for the address %j the scan %j', (requested, expected) => {
  expect(scanInList(scans, requested)?.id).toBe(expected)
})

it('shows nothing where there are no scans', () => {
  expect(scanInList([], undefined)).toBeUndefined()
})
