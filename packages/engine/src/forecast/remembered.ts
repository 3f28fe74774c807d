/** Days that are remembered; a forecast asks for about a thousand of them, again and again. */
const most = 20_000

/** What the calendar says of a moment, computed once for each. */
export function remembered<Value>(compute: (timestamp: number) => Value): (timestamp: number) => Value {
  const known = new Map<number, Value>()
  return (timestamp) => {
    const found = known.get(timestamp)
    if (found !== undefined) return found
    if (known.size >= most) known.clear()
    const value = compute(timestamp)
    known.set(timestamp, value)
    return value
  }
}
