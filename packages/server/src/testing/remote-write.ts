/** For tests: a body of Prometheus remote-write, one series of memory with two samples a minute apart. */
export function remoteWriteBody(resourceId: string, timestamp: number): Uint8Array<ArrayBuffer> {
  return snappyOf(writeRequest(resourceId, timestamp))
}

function writeRequest(resourceId: string, timestamp: number): Uint8Array {
  const text = (value: string) => [...new TextEncoder().encode(value)]
  const field = (number: number, bytes: number[]) => [(number << 3) | 2, ...varint(bytes.length), ...bytes]
  const label = (name: string, value: string) => field(1, [...field(1, text(name)), ...field(2, text(value))])
  const sample = (value: number, sampledAt: number) => {
    const double = new Uint8Array(new Float64Array([value]).buffer)
    return field(2, [(1 << 3) | 1, ...double, 2 << 3, ...varint(sampledAt)])
  }
  const series = [
    ...label('__name__', 'memory_utilization_ratio'),
    ...label('resource_id', resourceId),
    ...sample(0.4, timestamp),
    ...sample(0.5, timestamp + 60_000),
  ]
  return new Uint8Array(field(1, series))
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let remaining = BigInt(value)
  do {
    const low = Number(remaining & 127n)
    remaining >>= 7n
    bytes.push(remaining > 0n ? low | 128 : low)
  } while (remaining > 0n)
  return bytes
}

/** The simplest Snappy encoding: its length, then one literal. */
function snappyOf(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = message.length - 1
  return new Uint8Array([...varint(message.length), 61 << 2, length & 255, length >> 8, ...message])
}
