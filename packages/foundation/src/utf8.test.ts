import { expect, it } from 'vitest'
import { unfinishedBytes } from './utf8.ts'

it('unfinishedBytes counts the bytes of a character that was cut', () => {
  const bytes = new TextEncoder().encode('é€😀')
  expect(Array.from({ length: bytes.length + 1 }, (_, end) => unfinishedBytes(bytes.subarray(0, end)))).toEqual([
    0, 1, 0, 1, 2, 0, 1, 2, 3, 0,
  ])
})
