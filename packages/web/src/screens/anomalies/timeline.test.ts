import { expect, it } from 'vitest'
import { placeIn, stretchOf } from './timeline.ts'

const of = (first_day: string, last_day = first_day) => ({ first_day, last_day })

it('reaches from the first day of any incident to the last of any', () => {
  expect(stretchOf([of('2026-11-10'), of('2026-09-24', '2026-10-21'), of('2026-11-13', '2026-11-21')])).toEqual({
    from: '2026-09-24',
    to: '2026-11-21',
  })
  expect(stretchOf([])).toBeUndefined()
})

it('is a month at least, so that one day is not the whole of it', () => {
  const stretch = stretchOf([of('2026-11-10')])
  expect(stretch).toEqual({ from: '2026-10-12', to: '2026-11-10' })
  expect(stretch && placeIn(stretch, of('2026-11-10'))).toEqual({ start: 29 / 30, length: 1 / 30 })
})

it('places incidents as shares of it', () => {
  const stretch = { from: '2026-11-01', to: '2026-11-30' }
  expect(placeIn(stretch, of('2026-11-01', '2026-11-30'))).toEqual({ start: 0, length: 1 })
  expect(placeIn(stretch, of('2026-11-16', '2026-11-18'))).toEqual({ start: 0.5, length: 0.1 })
})
