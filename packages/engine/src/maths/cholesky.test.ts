import fc from 'fast-check'
import { expect, it } from 'vitest'
import { solveSymmetric } from './cholesky.ts'

it('solves what a matrix times its transpose, plus one on the diagonal, asks for', () => {
  const number = fc.double({ min: -10, max: 10, noNaN: true })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(number, { minLength: 42, maxLength: 42 }), (size, numbers) => {
      const root = (i: number, j: number) => numbers[i * size + j] ?? 0
      const matrix = new Float64Array(size * size)
      for (let i = 0; i < size; i += 1) {
        for (let j = 0; j < size; j += 1) {
          for (let k = 0; k < size; k += 1) matrix[i * size + j] = (matrix[i * size + j] ?? 0) + root(i, k) * root(j, k)
        }
        matrix[i * size + i] = (matrix[i * size + i] ?? 0) + 1
      }
      const rightHandSide = Float64Array.from(numbers.slice(36, 36 + size))
      const solution = solveSymmetric(matrix, rightHandSide, size)
      for (let i = 0; i < size; i += 1) {
        let sum = 0
        for (let j = 0; j < size; j += 1) sum += (matrix[i * size + j] ?? 0) * (solution?.[j] ?? 0)
        expect(sum).toBeCloseTo(rightHandSide[i] ?? 0, 6)
      }
    }),
  )
})

it('says so when a matrix has no such solution', () => {
  expect(solveSymmetric(Float64Array.from([1, 2, 2, 1]), Float64Array.from([1, 1]), 2)).toBeNull()
})
