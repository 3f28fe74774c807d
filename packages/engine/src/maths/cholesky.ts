/**
 * Solves A x = b for a symmetric, positive definite A (row-major, `size` x `size`) by Cholesky's factorization.
 * Only the lower half of A is read; returns null when A is not positive definite.
 */
export function solveSymmetric(matrix: Float64Array, rightHandSide: Float64Array, size: number): Float64Array | null {
  const lower = matrix.slice()
  const element = (row: number, column: number) => lower[row * size + column] as number
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = element(row, column)
      for (let k = 0; k < column; k += 1) sum -= element(row, k) * element(column, k)
      if (row === column && !(sum > 0)) return null
      lower[row * size + column] = row === column ? Math.sqrt(sum) : sum / element(column, column)
    }
  }
  const solution = rightHandSide.slice()
  for (let row = 0; row < size; row += 1) {
    let sum = solution[row] as number
    for (let k = 0; k < row; k += 1) sum -= element(row, k) * (solution[k] as number)
    solution[row] = sum / element(row, row)
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = solution[row] as number
    for (let k = row + 1; k < size; k += 1) sum -= element(k, row) * (solution[k] as number)
    solution[row] = sum / element(row, row)
  }
  return solution
}
