import { expect, it } from 'vitest'
import { addMeasured, type Measured, nothingMeasured } from './measure.ts'

/** Every figure is another number, so that none can stand for its neighbor. */
const measured: Measured = {
  ...{ running: 2, used: 3, scheduled: 5, scheduledUsed: 7, idle: 11, cost: 13n },
  ...{ waste: [17, 19, 23, 29], wasteCost: [31n, 37n, 41n, 43n] },
}

it('adds each figure to its own, and each kind of waste', () => {
  const total = nothingMeasured()
  addMeasured(total, measured)
  expect(total).toEqual(measured)
  addMeasured(total, measured)
  expect(total).toEqual({
    ...{ running: 4, used: 6, scheduled: 10, scheduledUsed: 14, idle: 22, cost: 26n },
    ...{ waste: [34, 38, 46, 58], wasteCost: [62n, 74n, 82n, 86n] },
  })
})
