/** For tests: a body of Prometheus remote-write, one series of memory with two samples a minute apart. */
export function remoteWriteBody(resourceId: string, at: number): Uint8Array<ArrayBuffer> {
  return snappyOf(writeRequest(resourceId, at))
}

function writeRequest(resourceId: string, at: number): Uint8Array {
  const text = (value: string) => [...new TextEncoder().encode(value)]
  const field = (number: number, bytes: number[]) => [(number << 3) | 2, ...varint(bytes.length), ...bytes]
  const label = (name: string, value: string) => field(1, [...field(1, text(name)), ...field(2, text(value))])
  const sample = (value: number, at: number) => {
    const double = new Uint8Array(new Float64Array([value]).buffer)
    return field(2, [(1 << 3) | 1, ...double, 2 << 3, ...varint(at)])
  }
  const series = [
    ...label('__name__', 'memory_utilization_ratio'),
    ...label('resource_id', resourceId),
    ...sample(0.4, at),
    ...sample(0.5, at + 60_000),
  ]
  return new Uint8Array(field(1, series))
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = BigInt(value)
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 128 : low)
  } while (rest > 0n)
  return bytes
}

/** Snappy as plain as it may be: its length, then one literal. */
function snappyOf(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = message.length - 1
  return new Uint8Array([...varint(message.length), 61 << 2, length & 255, length >> 8, ...message])
}
