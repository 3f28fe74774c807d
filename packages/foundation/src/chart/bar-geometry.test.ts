import { expect, it } from 'vitest'
import { barGeometry } from './bar-geometry.ts'

it('barGeometry starts at zero, draws credits to the other side, and leaves gaps', () => {
  expect(barGeometry(['30', '-10', null], 80)).toEqual({
    zero: 20,
    bars: [{ start: 20, size: 60, isNegative: false }, { start: 0, size: 20, isNegative: true }, null],
  })
  expect(barGeometry(['0', null], 80).bars).toEqual([{ start: 0, size: 0, isNegative: false }, null])
})
