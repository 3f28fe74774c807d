import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { scanFiles } from './scan-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-loops-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const noOptions = { rules: undefined, prices: [] }

const header = 'TraceID,SpanID,ParentID,PodName,OperationName,StartTimeUnixNano,EndTimeUnixNano,Duration'
const rows = Array.from({ length: 100 }, (_, step) => {
  const start = BigInt(1_661_140_374_000 + step * 5) * 1_000_000n
  return `t,s${step},${step === 0 ? 'root' : `s${step - 1}`},checkout-579b9bff58-t2dbm,PlaceOrder,${start},${start + 1000n},1`
})

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

describe('kept loops', () => {
  it('finds a recursion in spans, with metrics from another file', async () => {
    const spans = file('spans.csv', [header, ...rows].join('\n'))
    const metrics = file('cpu.csv', 'timestamp,value\n2022-08-22 03:50:00,12\n2022-08-22 03:51:00,13\n')
    const { loops, suspected, scanned, dropped } = await scanFiles([spans, metrics], noOptions)
    expect(scanned).toEqual({ spans: 100, traces: 1, series: 1 })
    expect(dropped).toEqual({})
    expect(suspected).toEqual([])
    expect(
      loops.map(({ detection }) => [detection.loop_type, detection.resource_name, detection.resource_type]),
    ).toEqual([['recursive_function', 'checkout', 'container']])
  })
  it('reports nothing that a rule allows', async () => {
    const spans = file('allowed.csv', [header, ...rows].join('\n'))
    const { defaultRules } = await import('@kept/domain/loop-rule.ts')
    const rules = defaultRules().map((rule) => ({ ...rule, allow: ['check*'] }))
    expect((await scanFiles([spans], { ...noOptions, rules })).loops).toEqual([])
  })
  it('explains what cannot be read', async () => {
    await expect(scanFiles([join(folder, 'none.csv')], noOptions)).rejects.toThrow(
      `File not found: ${join(folder, 'none.csv')}`,
    )
    await expect(scanFiles([folder], noOptions)).rejects.toThrow('is a folder. Pass the files in it.')
    await expect(scanFiles([file('words.txt', 'hello\nworld\n')], noOptions)).rejects.toThrow(
      'is not telemetry Kept can read',
    )
    const [head = ''] = header.split('\n')
    await expect(scanFiles([file('odd.csv', `${head}\n${head.replace(/[^,]+/g, 'x')}\n`)], noOptions)).rejects.toThrow(
      /^No record of .*odd\.csv could be read: 1 /,
    )
  })
})
