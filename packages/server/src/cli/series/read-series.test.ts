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
  it('is read with any other columns, with gaps, quotes, a byte order mark, and time zones', () => {
    const text =
      '\uFEFFLabel,"TimeStamp",Value\r\n0,"2026-01-01T02:00:00+01:00",1.5e3\r\n1,2026-01-01 02:00:00Z,\r\n\r\n0,2026-01-01T03:00:00.250Z,NaN\r\n'
    expect(parseSeries(text, 'x.csv').rows.map(({ at, value }) => [at - Date.UTC(2026, 0, 1), value])).toEqual([
      [3_600_000, 1500],
      [7_200_000, null],
      [10_800_250, null],
    ])
  })

  it.each([
    ['1767225600', '1767229200', 'seconds'],
    ['1767225600.5', '1767229200.5', 'seconds'],
    ['1.7672256e9', '1.7672292e9', 'seconds'],
    ['1767225600000', '1767229200000', 'milliseconds'],
    ['1767225600000000', '1767229200000000', 'microseconds'],
    ['1767225600000000000', '1767229200000000000', 'nanoseconds'],
  ])('may have numeric times since 1970, with a note: %s', (first, second, unit) => {
    const { rows, notes } = parseSeries(`${head}${first},1\n${second},2\n`, 'x.csv')
    const halfSecondMs = first.endsWith('.5') ? 500 : 0
    expect(rows.map(({ at }) => at)).toEqual([0, 1].map((hours) => Date.UTC(2026, 0, 1, hours) + halfSecondMs))
    expect(notes).toEqual([expect.stringContaining(`read as ${unit} since 1970: 2026-01-01T00:00:00`)])
  })

  it('may be separated by semicolons or tabs, with decimal commas, or encoded as UTF-16', () => {
    const rows = (text: string) => parseSeries(text, 'x.csv').rows.map(({ value }) => value)
    expect(rows('timestamp;value\n2026-01-01;1,5\n2026-01-02;"2,5"\n')).toEqual([1.5, 2.5])
    expect(rows('label\ttimestamp\tvalue\na,b\t2026-01-01\t1.5\n')).toEqual([1.5])
  })

  it('keeps a quoted line break inside its cell, with either line ending', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const quotedLine = `"moved,${end}then ""back""",2026-01-01T00:00Z,1`
      const lines = ['note,timestamp,value', quotedLine, '', ',2026-01-02T00:00Z,2']
      const { rows } = parseSeries(`${lines.join(end)}${end}`, 'x.csv')
      expect(rows.map(({ timestamp, value }) => [timestamp, value])).toEqual([
        ['2026-01-01T00:00Z', 1],
        ['2026-01-02T00:00Z', 2],
      ])
    }
  })

  it.each([
    ['"2026-01-01"T00:00Z,1', 'x.csv, line 3'],
    ['2026-01-01T00:00Z,"1', 'x.csv: a quotation mark is not closed'],
    ['2026-01-01"T00:00Z",1', 'x.csv, line 3'],
  ])('rejects ambiguous quotation marks: %s', (line, message) => {
    expect(() => parseSeries(`${head}2026-01-01T00:00Z,0\n${line}\n2026-01-02T00:00Z,2\n`, 'x.csv')).toThrow(message)
  })

  it('notes irregular rows', () => {
    const days = ['2026-01-03', '2026-01-01', '2026-01-02', '2026-01-02', '2026-01-09', '2026-01-10']
    const text = `${head}${days.map((day, i) => `${day}T00:00Z,${i === 4 ? '' : i}`).join('\n')}\n`
    expect(parseSeries(text, 'x.csv').notes).toEqual([
      '1 row is earlier than the row above.',
      '1 row has a repeated timestamp.',
      '1 row has no value; treated as a gap, not as zero.',
      'Rows are usually 1 d apart, but 1 of 4 intervals differ. The longest is 6 d.',
    ])
    const even = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map((day) => `${day}T00:00Z,1`)
    expect(parseSeries(`${head}${even.join('\n')}\n`, 'x.csv').notes).toEqual([])
  })

  it('is read from a gzipped file', async () => {
    const path = join(folder, 'a.csv.gz')
    writeFileSync(path, gzipSync(`${head}2026-01-01,7\n`))
    expect(await readSeries(path)).toEqual({
      rows: [{ timestamp: '2026-01-01', at: Date.UTC(2026, 0, 1), value: 7 }],
      notes: ['Timestamps have no time zone; read as UTC.'],
    })
  })

  it.each([
    ['', /^x.csv is empty\. It needs the columns timestamp and value/],
    [' \n', /^x.csv is empty/],
    [head, /has no rows/],
    ['time,amount\n1,2\n', /needs the columns timestamp and value\. Its first line is "time,amount"/],
    [`${head}2026-02-30,1\n`, /^x.csv, line 2: timestamp "2026-02-30" is not a time/],
    [`${head}yesterday,1\n`, /timestamp "yesterday" is not a time/],
    [`${head}2026-01-01 25:00,1\n`, /is not a time/],
    [`${head}2026-01-01,1\n2026-01-02,many\n`, /^x.csv, line 3: value "many" is not a number/],
    [`${head}2026-01-01,1e300\n`, /larger than 1e100/],
    [
      `${head}2026-01-01,1\n1767225600,1\n`,
      /mixes timestamps as numbers \("1767225600"\) and as dates \("2026-01-01"\)/,
    ],
    [`${head}1767225600,1\n1767225601000,1\n`, /mixes seconds \("1767225600"\) and milliseconds/],
    [`${head}1e30,1\n`, /"1e30" is not a time/],
    ['timestamp;value\n2026-01-01;1.000,5\n', /line 2: value "1.000,5" is not a number/],
    [`${head}2026-01-01,"1,200"\n`, /value "1,200" is not a number/],
    [`${head}2026-01-01T00:00Z,1\n2026-01-02 00:00,1\n`, /mixes timestamps with a time zone .* and without/],
    [`${head}2026-01-01T00:00Z,1\n2026-01-02T00:00+05:30,1\n`, /mixes time zones \(Z, \+05:30\)/],
  ])('or one sentence: %j', (text, sentence) => {
    expect(() => parseSeries(text, 'x.csv')).toThrow(sentence)
  })

  it('may have clock changes', () => {
    expect(parseSeries(`${head}2026-03-29T01:00+01:00,1\n2026-03-29T03:00+02:00,2\n`, 'x.csv').rows).toHaveLength(2)
  })

  it('explains a missing file', async () => {
    await expect(readSeries(join(folder, 'none.csv'))).rejects.toThrow(/none.csv does not exist/)
    await expect(readSeries(folder)).rejects.toThrow(/is a folder/)
    const utf16Path = join(folder, 'wide.csv')
    writeFileSync(utf16Path, Buffer.from(`\uFEFF${head}2026-01-01T00:00Z,7\n`, 'utf16le'))
    expect((await readSeries(utf16Path)).rows).toHaveLength(1)
    const path = join(folder, 'broken.csv.gz')
    writeFileSync(path, gzipSync(head).subarray(0, 20))
    await expect(readSeries(path)).rejects.toThrow(/cannot be unpacked/)
  })
})
