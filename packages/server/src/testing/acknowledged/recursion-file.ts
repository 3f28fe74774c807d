const minuteMs = 60_000

/** OTLP traces of a function that called itself 300 times a minute in the eight minutes before `untilMs`. */
export function recursionFile(functionArn: string, untilMs: number): string {
  const name = functionArn.split(':').at(-1) ?? ''
  const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } })
  const attributes = [
    attribute('service.name', name),
    attribute('cloud.provider', 'aws'),
    attribute('cloud.region', 'eu-west-1'),
    attribute('cloud.resource_id', functionArn),
    attribute('faas.name', name),
  ]
  const chains = Array.from({ length: 24 }, (_, index) => untilMs - 8 * minuteMs + index * 20_000)
  const resourceSpans = chains.map((startMs, chain) => ({
    resource: { attributes },
    scopeSpans: [{ spans: chainOf(name, startMs, chain + 1) }],
  }))
  return JSON.stringify({ resourceSpans })
}

function chainOf(name: string, startMs: number, chain: number) {
  const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
  return Array.from({ length: 100 }, (_, step) => ({
    traceId: hex(chain, 32),
    spanId: hex(chain * 1000 + step, 16),
    parentSpanId: step === 0 ? '' : hex(chain * 1000 + step - 1, 16),
    name,
    kind: 2,
    startTimeUnixNano: String(BigInt(startMs + step * 50) * 1_000_000n),
    endTimeUnixNano: String(BigInt(startMs + step * 50 + 40) * 1_000_000n),
  }))
}
