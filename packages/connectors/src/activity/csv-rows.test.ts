import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { csvRows } from './csv-rows.ts'

// A busy machine takes its time over thousands of cases.
vi.setConfig({ testTimeout: 60_000 })

it('splits any table back into what was written, whatever the pieces', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ' ', 'é') })
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), fc.constantFrom('\n', '\r\n'), (table, chunkSize, end) => {
      const text = table.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',') + end).join('')
      const reader = csvRows()
      const result: string[][] = []
      for (let offset = 0; offset < text.length; offset += chunkSize)
        result.push(...reader.push(text.slice(offset, offset + chunkSize)))
      result.push(...reader.end())
      expect(result).toEqual(table)
    }),
    { numRuns: 2000 },
  )
})
