import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { parseSeries, readSeries } from './read-series.ts'

const folder = mkdtempSync(join(tmpdir(), 'kept-series-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const head = 'timestamp,value\n'

describe('a series', () => {
  it('is read whatever its columns are besides, with gaps, quotes, a mark of its encoding, and zones', () => {
    const text =
      '\uFEFFLabel,"TimeStamp",Value\r\n0,"2026-01-01T02:00:00+01:00",1.5e3\r\n1,2026-01-01 02:00:00Z,\r\n\r\n0,2026-01-01T03:00:00.250Z,NaN\r\n'
    expect(parseSeries(text, 'x.csv').map(({ at, value }) => [at - Date.UTC(2026, 0, 1), value])).toEqual([
      [3_600_000, 1500],
      [7_200_000, null],
      [10_800_250, null],
    ])
  })

  it('is read from a gzipped file', async () => {
    const path = join(folder, 'a.csv.gz')
    writeFileSync(path, gzipSync(`${head}2026-01-01,7\n`))
    expect(await readSeries(path)).toEqual([{ timestamp: '2026-01-01', at: Date.UTC(2026, 0, 1), value: 7 }])
  })

  it.each([
    ['', /^x.csv is empty; it needs the columns timestamp and value/],
    [' \n', /^x.csv is empty/],
    [head, /has columns but no rows/],
    ['time,amount\n1,2\n', /needs the columns timestamp and value; its first line is "time,amount"/],
    [`${head}2026-02-30,1\n`, /^x.csv, line 2: timestamp "2026-02-30" is not a time/],
    [`${head}yesterday,1\n`, /timestamp "yesterday" is not a time/],
    [`${head}2026-01-01 25:00,1\n`, /is not a time/],
    [`${head}2026-01-01,1\n2026-01-02,many\n`, /^x.csv, line 3: value "many" is not a number/],
    [`${head}2026-01-01,1e300\n`, /beyond 1e100/],
    [`${head}2026-01-01T00:00Z,1\n2026-01-02 00:00,1\n`, /mixes times with a zone .* and without/],
    [`${head}2026-01-01T00:00Z,1\n2026-01-02T00:00+05:30,1\n`, /mixes time zones \(Z, \+05:30\)/],
  ])('or one sentence: %j', (text, sentence) => {
    expect(() => parseSeries(text, 'x.csv')).toThrow(sentence)
  })

  it('may change its clocks', () => {
    expect(parseSeries(`${head}2026-03-29T01:00+01:00,1\n2026-03-29T03:00+02:00,2\n`, 'x.csv')).toHaveLength(2)
  })

  it('that is not there is one sentence', async () => {
    await expect(readSeries(join(folder, 'none.csv'))).rejects.toThrow(/none.csv does not exist/)
    await expect(readSeries(folder)).rejects.toThrow(/is a folder/)
    const path = join(folder, 'broken.csv.gz')
    writeFileSync(path, gzipSync(head).subarray(0, 20))
    await expect(readSeries(path)).rejects.toThrow(/cannot be unpacked/)
  })
})
