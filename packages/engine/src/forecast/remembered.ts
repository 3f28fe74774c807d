/** Days that are remembered; a forecast asks for about a thousand of them, again and again. */
const most = 20_000

/** What the calendar says of a moment, computed once for each. */
export function remembered<Value>(compute: (timestamp: number) => Value): (timestamp: number) => Value {
  const values = new Map<number, Value>()
  return (timestamp) => {
    const existing = values.get(timestamp)
    if (existing !== undefined) return existing
    if (values.size >= most) values.clear()
    const value = compute(timestamp)
    values.set(timestamp, value)
    return value
  }
}
