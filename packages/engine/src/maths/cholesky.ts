/**
 * Solves A x = b for a symmetric, positive definite A (row-major, `size` x `size`) by Cholesky's factorisation.
 * Only the lower half of A is read; returns null when A is not positive definite.
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array, size: number): Float64Array | null {
  const lower = matrix.slice()
  const at = (row: number, column: number) => lower[row * size + column] as number
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = at(row, column)
      for (let k = 0; k < column; k += 1) sum -= at(row, k) * at(column, k)
      if (row === column && !(sum > 0)) return null
      lower[row * size + column] = row === column ? Math.sqrt(sum) : sum / at(column, column)
    }
  }
  const solution = right.slice()
  for (let row = 0; row < size; row += 1) {
    let sum = solution[row] as number
    for (let k = 0; k < row; k += 1) sum -= at(row, k) * (solution[k] as number)
    solution[row] = sum / at(row, row)
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let sum = solution[row] as number
    for (let k = row + 1; k < size; k += 1) sum -= at(k, row) * (solution[k] as number)
    solution[row] = sum / at(row, row)
  }
  return solution
}
