/** The value below which `share` of the numbers lie, interpolated between neighbors; NaN when there are none. */
export function quantile(numbers: readonly number[], share: number): number {
  return quantiles(numbers, [share])[0] as number
}

/** The same for several rising shares, which are found one behind the other in one copy of the numbers. */
export function quantiles(numbers: readonly number[], shares: readonly number[]): number[] {
  const values = copyOf(numbers)
  const last = numbers.length - 1
  // What is no number stands behind all others, as sorting puts it.
  const isInOrder = numbers.some(Number.isNaN)
  if (isInOrder) values.subarray(0, numbers.length).sort()
  let left = 0
  return shares.map((share) => {
    if (last < 0) return Number.NaN
    const position = last * share
    const index = Math.floor(position)
    if (!isInOrder) placeNth(values, index, { left, right: last })
    // What stands behind it is not smaller: the next share is looked for there.
    left = index
    const low = at(values, index)
    // Unless in order, what stands behind it is only not smaller.
    const high = position === index ? low : isInOrder ? at(values, index + 1) : smallest(values, index + 1, last)
    return low + (high - low) * (position - index)
  })
}

/** An array of this size is outside of the heap: getting and freeing it took longer than what is done with it. */
const workspace = new Float64Array(4096)

/** The numbers, followed by what was there before; valid until the next call. */
function copyOf(numbers: readonly number[]): Float64Array {
  if (numbers.length > workspace.length) return new Float64Array(numbers)
  for (let index = 0; index < numbers.length; index += 1) workspace[index] = numbers[index] as number
  return workspace
}

/** The middle value: half lie below, half above. One wild day cannot move it. */
export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

/** Up to here, putting all of them in order is the fastest. */
const fewEnough = 16

/**
 * Puts the number that stands at `index` in order there, smaller ones before and larger ones behind it: several times
 * faster than putting all in order, and the medians of long histories are most of a forecast. Hoare's "Algorithm 65:
 * find", with the middle of three as pivot. Only those in `range` are looked at.
 */
function placeNth(values: Float64Array, index: number, range: { left: number; right: number }): void {
  let { left, right } = range
  while (right - left > fewEnough) {
    const pivot = middleOf(at(values, left), at(values, (left + right) >> 1), at(values, right))
    let [low, high] = [left, right]
    while (low <= high) {
      while (at(values, low) < pivot) low += 1
      while (at(values, high) > pivot) high -= 1
      if (low > high) break
      const swapped = at(values, low)
      values[low] = at(values, high)
      values[high] = swapped
      low += 1
      high -= 1
    }
    if (index <= high) right = high
    else if (index >= low) left = low
    else return
  }
  putInOrder(values, left, right)
}

function putInOrder(values: Float64Array, left: number, right: number): void {
  for (let end = left + 1; end <= right; end += 1) {
    const value = at(values, end)
    let slot = end
    for (; slot > left && at(values, slot - 1) > value; slot -= 1) values[slot] = at(values, slot - 1)
    values[slot] = value
  }
}

function smallest(values: Float64Array, first: number, last: number): number {
  let lowest = Number.POSITIVE_INFINITY
  for (let index = first; index <= last; index += 1) lowest = Math.min(lowest, at(values, index))
  return lowest
}

function middleOf(a: number, b: number, c: number): number {
  return a < b ? Math.max(a, Math.min(b, c)) : Math.max(b, Math.min(a, c))
}

const at = (values: Float64Array, index: number) => values[index] as number
