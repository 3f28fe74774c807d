import { expect, test } from 'vitest'
import { allPages } from './all-pages.ts'

const paged = (total: number, size: number, reportedTotal = total) => {
  const requestedPages: number[] = []
  const fetchPage = async (page: number) => {
    requestedPages.push(page)
    const data = Array.from({ length: total }, (_, n) => n).slice((page - 1) * size, page * size)
    return { data, meta: { total: reportedTotal } }
  }
  return { fetchPage, requestedPages }
}

test('allPages loads pages until it has every row', async () => {
  const { fetchPage, requestedPages } = paged(5, 2)
  expect(await allPages(fetchPage)).toEqual([0, 1, 2, 3, 4])
  expect(requestedPages).toEqual([1, 2, 3])
})

test('allPages stops at an empty page when rows are missing', async () => {
  const { fetchPage, requestedPages } = paged(3, 2, 10)
  expect(await allPages(fetchPage)).toEqual([0, 1, 2])
  expect(requestedPages).toEqual([1, 2, 3])
  expect(await allPages(paged(0, 2).fetchPage)).toEqual([])
})
