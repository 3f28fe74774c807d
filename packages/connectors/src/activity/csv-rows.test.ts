import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { csvRows } from './csv-rows.ts'

// A busy machine takes its time over thousands of cases.
vi.setConfig({ testTimeout: 60_000 })

it('splits any table back into what was written, whatever the pieces', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ' ', 'é') })
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 9 }), fc.constantFrom('\n', '\r\n'), (table, piece, end) => {
      const text = table.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(',') + end).join('')
      const reader = csvRows()
      const found: string[][] = []
      for (let at = 0; at < text.length; at += piece) found.push(...reader.push(text.slice(at, at + piece)))
      found.push(...reader.end())
      expect(found).toEqual(table)
    }),
    { numRuns: 2000 },
  )
})
