/** A client that polls an unchanged resource, in OTLP: old and new attributes, three kinds of responses. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, it } from 'vitest'
import { scanFiles } from './scan-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-polling-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Attributes = Record<string, string | number>
const started = Date.UTC(2026, 5, 10, 9)

/** `perMinute` calls a minute for ten minutes, each in its own trace; `answer` returns the n-th response. */
function otlp(perMinute: number, answer: (n: number) => Attributes): string {
  const spans = Array.from({ length: perMinute * 10 }, (_, n) => {
    const start = BigInt(Math.round(started + (n * 60_000) / perMinute)) * 1_000_000n
    return {
      traceId: (n + 1).toString(16).padStart(32, '0'),
      spanId: (n + 1).toString(16).padStart(16, '0'),
      ...{ name: 'GET /v1/jobs/17', kind: 3 },
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(start + 20_000_000n),
      attributes: Object.entries(answer(n)).map(([key, value]) => ({
        key,
        value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
      })),
    }
  })
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'importer' } }] }
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans }] }] })
}

async function typesIn(text: string) {
  const path = join(folder, 'traces.json.gz')
  writeFileSync(path, gzipSync(text))
  const { loops, suspected, scanned, dropped } = await scanFiles([path], { rules: undefined, prices: [] })
  expect([scanned.spans > 0, dropped]).toEqual([true, {}])
  lastScan.suspected = suspected.map(({ detection }) => detection.root_cause_analysis.technical_details)
  return loops.map(({ detection }) => [detection.loop_type, detection.affected_systems[0]])
}

/** What was only suspected by the last scan. */
const lastScan = { suspected: [] as string[] }

const url = 'https://api.jobs.example/v1/jobs/17'
const now = { 'http.request.method': 'GET', 'url.full': url, 'server.address': 'api.jobs.example' }
const before = { 'http.method': 'GET', 'http.url': url, 'net.peer.name': 'api.jobs.example' }

it.each([
  ['not modified', () => ({ ...now, 'http.response.status_code': 304 })],
  ['not modified, with the old attributes', () => ({ ...before, 'http.status_code': 304 })],
  ['the same tag', () => ({ ...now, 'http.response.status_code': 200, 'http.response.header.etag': '"a1"' })],
  ['empty', () => ({ ...now, 'http.response.status_code': 200, 'http.response.body.size': 2 })],
] as const)('is a polling loop where the response is %s', async (_what, answer) => {
  expect(await typesIn(otlp(600, answer))).toEqual([['api_polling_loop', 'importer']])
})

it.each([
  [
    'every tenth response changed',
    600,
    (n: number) => ({
      ...now,
      'http.response.status_code': 200,
      'http.response.header.etag': `"${Math.floor(n / 10)}"`,
    }),
  ],
  ['it polls six times a minute', 6, () => ({ ...now, 'http.response.status_code': 304 })],
] as const)('is none where %s', async (_what, perMinute, answer) => {
  expect(await typesIn(otlp(perMinute, answer))).toEqual([])
})

it.each([
  ['the same size', { 'http.response.body.size': 512 }],
  ['no size', {}],
])('is suspected where the response has %s, with what would tell', async (_what, attributes) => {
  expect(await typesIn(otlp(600, () => ({ ...now, 'http.response.status_code': 200, ...attributes })))).toEqual([])
  expect(lastScan.suspected).toMatchObject([expect.stringContaining('http.response.header.etag')])
})
it('is none where each call asks for another page', async () => {
  const pages = (n: number) => ({ ...now, 'url.full': `${url}?page=${n}`, 'http.response.body.size': 512 })
  expect(await typesIn(otlp(600, (n) => ({ ...pages(n), 'http.response.status_code': 200 })))).toEqual([])
  expect(lastScan.suspected).toEqual([])
})
