import { expect, test } from 'vitest'
import { stackFlags } from './stack-flags.ts'

test('puts flags that would overlap below each other, and others beside each other', () => {
  expect(
    stackFlags([
      [0, 40],
      [20, 60],
      [50, 90],
      [30, 55],
    ]),
  ).toEqual([0, 1, 0, 2])
})
