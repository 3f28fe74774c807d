import { expect, test } from 'vitest'
import { presetsFor, readWindow } from './windows.ts'

test('presetsFor ends with the last billed day', () => {
  const presets = presetsFor('2018-09-15', '2018-10-31')
  expect(presets.map((preset) => preset.label)).toEqual([
    'All days',
    'Last 7 days',
    'Last 30 days',
    'Last 90 days',
    'October 2018',
    'September 2018',
  ])
  expect(presets[1]?.window).toEqual({ from: '2018-10-25', to: '2018-11-01' })
  expect(presets[4]?.window).toEqual({ from: '2018-10-01', to: '2018-11-01' })
  expect(presetsFor(null, null)).toHaveLength(1)
})

test('readWindow returns null for an invalid address', () => {
  expect(readWindow({ from: '2018-10-01', to: '2018-11-01' })).toEqual({ from: '2018-10-01', to: '2018-11-01' })
  expect(readWindow({ from: '2018-11-01', to: '2018-10-01' })).toBeNull()
  expect(readWindow({ from: '2018-13-01', to: '2019-10-01' })).toBeNull()
  expect(readWindow({ from: '2018-10-01' })).toBeNull()
})
