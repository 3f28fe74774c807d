import { expect, test } from 'vitest'
import { formatChance, isDemoViewer, loopDuration, loopsFound, readLoops, writeLoops } from './loop-text.ts'

test('a duration is hours and minutes from an hour on, minutes and seconds below', () => {
  expect([59, 61, 3599, 3600, 7500].map(loopDuration)).toEqual(['0m 59s', '1m 1s', '59m 59s', '1h 0m', '2h 5m'])
})

test('the count says loop or loops', () => {
  expect([0, 1, 2].map(loopsFound)).toEqual(['0 loops found', '1 loop found', '2 loops found'])
})

test('the address keeps what is not usual, and survives what is not known', () => {
  expect(writeLoops({ show: 'all', sort: 'detected_at', loop: '' })).toEqual({ show: '', sort: '', loop: '' })
  const view = { show: 'critical', sort: 'cost', loop: 'loop_1' } as const
  expect(readLoops(writeLoops(view))).toEqual(view)
  expect(readLoops({ show: 'nothing', sort: '' })).toEqual({ show: 'all', sort: 'detected_at', loop: '' })
})

test('isDemoViewer is true for the anonymous viewer only', () => {
  expect([isDemoViewer('anonymous'), isDemoViewer('acme')]).toEqual([true, false])
})

test('a chance is never certain, and never out of the question', () => {
  expect([0.0004, 0.014, 0.5, 0.989, 1].map(formatChance)).toEqual(['under 1%', '1%', '50%', '99%', 'over 99%'])
})
