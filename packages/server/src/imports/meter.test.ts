import { expect, it } from 'vitest'
import { createMeter } from './meter.ts'

it('calculates rows, speed and remaining time from bytes over all files', () => {
  const meter = createMeter(400)
  expect(meter.progress('recognizing', 0)).toMatchObject({ rows_read: 0, bytes_total: 400, seconds_left: null })
  expect(meter.progress('reading', 1000, { rows: 10, bytes: 100, fileBytes: 300 })).toEqual({
    stage: 'reading',
    rows_read: 10,
    rows_per_second: 10,
    bytes_read: 100,
    bytes_total: 400,
    seconds_left: 3,
  })
  meter.finish({ rows: 30, bytes: 300 })
  expect(meter.progress('reading', 4000, { rows: 5, bytes: 250, fileBytes: 100 })).toMatchObject({
    rows_read: 35,
    bytes_read: 400,
    seconds_left: 0,
  })
})

it('estimates nothing when the size is unknown', () => {
  expect(createMeter(0).progress('reading', 1000, { rows: 5, bytes: 50, fileBytes: null })).toMatchObject({
    bytes_read: 50,
    bytes_total: 50,
    seconds_left: null,
  })
})
