import { expect, test } from 'vitest'
import { allPages } from './all-pages.ts'

const paged = (total: number, size: number, said = total) => {
  const asked: number[] = []
  const ask = async (page: number) => {
    asked.push(page)
    const data = Array.from({ length: total }, (_, n) => n).slice((page - 1) * size, page * size)
    return { data, meta: { total: said } }
  }
  return { ask, asked }
}

test('asks until it has every row, and not once more', async () => {
  const { ask, asked } = paged(5, 2)
  expect(await allPages(ask)).toEqual([0, 1, 2, 3, 4])
  expect(asked).toEqual([1, 2, 3])
})

test('ends when there are fewer than was said', async () => {
  const { ask, asked } = paged(3, 2, 10)
  expect(await allPages(ask)).toEqual([0, 1, 2])
  expect(asked).toEqual([1, 2, 3])
  expect(await allPages(paged(0, 2).ask)).toEqual([])
})
