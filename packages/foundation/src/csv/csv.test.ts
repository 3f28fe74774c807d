import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvError, CsvReader } from './read.ts'
import { readCsv, readCsvText } from './read-stream.ts'
import { csvDataLine, csvLine, disarmFormula } from './write.ts'

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '😀', ',', ';', '\t', '"', '\n', '\r', ' ', '=', '-', '1', '\uFEFF', '\u200b'),
  maxLength: 6,
})
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
const cellsOf = (text: string) => readCsvText(text).map(({ cells }) => cells)

async function* cut(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  for (let offset = 0; offset < bytes.length; offset += size) yield bytes.subarray(offset, offset + size)
}

describe('csv law: write, then read', () => {
  it('gives the same cells for any cells, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, size, end) => {
          const text = rows.map((row) => csvDataLine(row, end)).join('')
          const read: string[][] = []
          let line = 1
          for await (const row of readCsv(cut(text, size), { separator: ',' })) {
            expect(row.problem).toBeUndefined()
            expect(row.line).toBe(line)
            line = row.lastLine + 1
            read.push(row.cells)
          }
          expect(read).toEqual(rows)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('gives the disarmed cells of a file for spreadsheets', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const read = readCsvText(rows.map(csvLine).join(''), { separator: ',' })
        expect(read.map(({ cells }) => cells)).toEqual(rows.map((row) => row.map(disarmFormula)))
      }),
    )
  })
})

describe('CsvReader', () => {
  it('reads any text like csv-parse, and has a problem where csv-parse refuses', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '""', '\r\n'), maxLength: 14 })
    fc.assert(
      fc.property(text, fc.boolean(), (written, trim) => {
        const rows = readCsvText(written, { separator: ',', trim })
        let expected: string[][] | undefined
        try {
          const record_delimiter = ['\r\n', '\n', '\r']
          expected = parse(written, { record_delimiter, relax_column_count: true, skip_empty_lines: true, trim })
        } catch {
          expected = undefined
        }
        const hasProblem = rows.some(({ problem }) => problem !== undefined)
        if (!hasProblem) expect(rows.map(({ cells }) => cells)).toEqual(expected)
        // With trim, csv-parse drops the second half of `"a" "b"` without an error.
        if (!trim) expect(hasProblem).toBe(expected === undefined)
      }),
      { numRuns: 5000 },
    )
  })

  it('reads the same rows wherever the text is cut', () => {
    fc.assert(
      fc.property(
        fc.array(cell).map((parts) => parts.join('')),
        fc.integer({ min: 1, max: 5 }),
        (text, size) => {
          const reader = new CsvReader({ separator: ',' })
          const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
            text.slice(i * size, (i + 1) * size),
          )
          expect([...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()]).toEqual(
            readCsvText(text, { separator: ',' }),
          )
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('detects the separator from the first line', () => {
    expect(cellsOf('\uFEFFa;"b,c";d\r\n1;2,5;3\r\n')).toEqual([
      ['a', 'b,c', 'd'],
      ['1', '2,5', '3'],
    ])
    expect(cellsOf('a\tb\n1\t2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(cellsOf('a')).toEqual([['a']])
  })

  it('keeps misplaced quotation marks in their cell and says so', () => {
    expect(readCsvText('5" disk,1\n"2"3,4\n', { separator: ',' })).toEqual([
      { cells: ['5" disk', '1'], line: 1, lastLine: 1, problem: 'misplaced_quote', text: '5" disk,1' },
      { cells: ['23', '4'], line: 2, lastLine: 2, problem: 'misplaced_quote', text: '"2"3,4' },
    ])
    expect(readCsvText('a,"b\nc', { separator: ',' })).toMatchObject([
      { cells: ['a', 'b\nc'], line: 1, lastLine: 2, problem: 'quote_not_closed' },
    ])
  })

  it('stops at the limit of a row and names the line it begins on', () => {
    const read = (text: string) => {
      const reader = new CsvReader({ separator: ',', maxRowLength: 100 })
      for (const character of text) reader.push(character)
    }
    expect(() => read(`a\nb,"${'x\n'.repeat(60)}`)).toThrow(new CsvError('quote_not_closed', 2))
    expect(() => read(`a\nb\n${'x'.repeat(101)}`)).toThrow('Line 3 is too long')
    expect(() => new CsvReader({ maxRowLength: 10 }).push('x'.repeat(11))).toThrow(CsvError)
  })
})

describe('csvLine', () => {
  it('quotes what must be quoted', () => {
    expect(csvLine(['a', 'b,c', 'say "so"', 'two\nlines', null, 3])).toBe('a,"b,c","say ""so""","two\nlines",,3\r\n')
  })

  it('disarms formulas and leaves negative amounts alone', () => {
    expect(csvLine(['=1+1', '@SUM(A1)', '-12.50', '-cmd|calc', '+3', '\t=1'])).toBe(
      "'=1+1,'@SUM(A1),-12.50,'-cmd|calc,+3,'\t=1\r\n",
    )
  })

  it.each([
    '＝1+1',
    '＋1|cmd',
    '－1|cmd',
    '＠SUM(A1)',
    '﹦1+1',
    '﹫SUM(A1)',
    ' =1+1',
    '\u200b=1+1',
    '\ufeff=1+1',
    '\u00a0=1+1',
  ])('disarms what a spreadsheet reads as a formula although it looks different: %j', (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`)
  })
})
