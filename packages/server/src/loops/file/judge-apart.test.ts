/** A file in a process of its own gets the answer it would get here, and can take no more than it may. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defaultRules } from '@kept/domain/loop-rule.ts'
import type { TelemetryItem } from '@kept/store/telemetry/items.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { judgeApart } from './judge-apart.ts'
import { inPieces, judgeFile } from './judge-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-judging-'))
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

async function whole(pieces: AsyncIterable<TelemetryItem[]> | Iterable<TelemetryItem[]>): Promise<TelemetryItem[]> {
  const all: TelemetryItem[] = []
  for await (const piece of pieces) all.push(...piece)
  return all
}

describe('a file judged in a process of its own', () => {
  it('has the answer it has here, and the same is kept of it', async () => {
    const file = { path: spansFile(120), name: 'spans.csv.gz', rules }
    const here = await judgeFile(file)
    const apart = await judgeApart(file, async (judged, kept) => ({ judged, kept: await whole(kept) }))
    expect(apart.judged).toEqual(here.judged)
    expect(apart.kept).toEqual(await whole(inPieces(here.kept)))
    expect(apart.judged.incidents.map(({ latest }) => latest.type)).toEqual(['recursive_function'])
    expect(apart.kept).toHaveLength(12_000)
  })
  it('is refused with the sentence it would be refused with here', async () => {
    const path = join(folder, 'words.txt')
    writeFileSync(path, 'hello\nworld\n')
    await expect(judgeApart({ path, name: 'words.txt', rules }, async () => undefined)).rejects.toMatchObject({
      code: 'bad_input',
      message: expect.stringContaining('words.txt is not telemetry Kept can read'),
    })
  })
  it('ends when it takes more memory or time than it may, and says so', async () => {
    const file = { path: spansFile(3_000), name: 'huge.csv.gz', rules }
    const judge = (limits: { memoryMb: number; ms: number }) => judgeApart(file, async () => undefined, { limits })
    await expect(judge({ memoryMb: 40, ms: 300_000 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('needs more memory than the 40 MB'),
    })
    await expect(judge({ memoryMb: 1_024, ms: 1 })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('took longer than'),
    })
  })
  it('ends with whoever sent it, and leaves its place to the next', async () => {
    const gone = new AbortController()
    gone.abort()
    const file = { path: spansFile(2), name: 'two.csv.gz', rules }
    const send = (signal?: AbortSignal) => judgeApart(file, async ({ scanned }) => scanned.spans, { signal })
    await expect(send(gone.signal)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await Promise.all([send(), send(), send(), send()])).toEqual([200, 200, 200, 200])
  })
  it('waits for its turn with a few others; more are asked to come again', async () => {
    const file = { path: spansFile(1), name: 'one.csv.gz', rules }
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => judgeApart(file, async () => 'judged')))
    const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
    expect(refused.map(({ reason }) => [reason.code, reason.details])).toEqual(
      Array.from({ length: 2 }, () => ['too_many_requests', { retry_after: 30 }]),
    )
    expect(outcomes).toHaveLength(12)
  })
})
