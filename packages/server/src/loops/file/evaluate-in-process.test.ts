/** A file evaluated in a separate process gets the same result as here, within its limits. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultRules } from '@kept/domain/loop-rule.ts'
import type { TelemetryItem } from '@kept/store/telemetry/items.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { evaluateFile, inPieces } from './evaluate-file.ts'
import { evaluateInProcess } from './evaluate-in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-evaluating-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rules = defaultRules()
const header = 'TraceID,SpanID,ParentID,PodName,OperationName,StartTimeUnixNano,EndTimeUnixNano,Duration'

function spansFile(traces: number): string {
  const rows = Array.from({ length: traces * 100 }, (_, n) => {
    const [trace, step] = [Math.floor(n / 100), n % 100]
    const start = BigInt(1_661_140_374_000 + trace * 1000 + step * 5) * 1_000_000n
    return `t${trace},${trace}s${step},${step === 0 ? 'root' : `${trace}s${step - 1}`},checkout-579b9bff58-t2dbm,PlaceOrder,${start},${start + 1000n},1`
  })
  const path = join(folder, `${traces}.csv.gz`)
  writeFileSync(path, gzipSync([header, ...rows].join('\n')))
  return path
}

async function collect(batches: AsyncIterable<TelemetryItem[]> | Iterable<TelemetryItem[]>): Promise<TelemetryItem[]> {
  const all: TelemetryItem[] = []
  for await (const batch of batches) all.push(...batch)
  return all
}

describe('a file evaluated in a separate process', () => {
  it('has the same result and the same stored sample as here', async () => {
    const file = { path: spansFile(120), name: 'spans.csv.gz', rules }
    const local = await evaluateFile(file)
    const apart = await evaluateInProcess(file, async (evaluated, batches) => ({
      evaluated,
      items: await collect(batches),
    }))
    expect(apart.evaluated).toEqual(local.evaluated)
    expect(apart.items).toEqual(await collect(inPieces(local.sample)))
    expect(apart.evaluated.incidents.map(({ latest }) => latest.type)).toEqual(['recursive_function'])
    expect(apart.items).toHaveLength(12_000)
  })
  it('is rejected with the same message as here', async () => {
    const path = join(folder, 'words.txt')
    writeFileSync(path, 'hello\nworld\n')
    await expect(evaluateInProcess({ path, name: 'words.txt', rules }, async () => undefined)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining('words.txt is not telemetry Kept can read'),
    })
  })
  it('is stopped above its memory or time limit, with a message', async () => {
    const file = { path: spansFile(3_000), name: 'huge.csv.gz', rules }
    const evaluate = (limits: { memoryMb: number; ms: number }) =>
      evaluateInProcess(file, async () => undefined, { limits })
    await expect(evaluate({ memoryMb: 40, ms: 300_000 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('needs more than 40 MB of memory'),
    })
    await expect(evaluate({ memoryMb: 1_024, ms: 1 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('took longer than'),
    })
  })
  it('ends when its sender disconnects, and the next one runs', async () => {
    const controller = new AbortController()
    controller.abort()
    const file = { path: spansFile(2), name: 'two.csv.gz', rules }
    const send = (signal?: AbortSignal) => evaluateInProcess(file, async ({ scanned }) => scanned.spans, { signal })
    await expect(send(controller.signal)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await Promise.all([send(), send(), send(), send()])).toEqual([200, 200, 200, 200])
  })
  it('waits in a short queue; more senders are asked to retry', async () => {
    const file = { path: spansFile(1), name: 'one.csv.gz', rules }
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => evaluateInProcess(file, async () => 'evaluated')),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.map(({ reason }) => [reason.code, reason.details])).toEqual(
      Array.from({ length: 2 }, () => ['too_many_requests', { retry_after: 30 }]),
    )
    expect(outcomes).toHaveLength(12)
  })
})
