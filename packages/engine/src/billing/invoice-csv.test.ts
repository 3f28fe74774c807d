import { describe, expect, it } from 'vitest'
import { sampleInvoice } from '../testing/sample-invoice.ts'
import { writeInvoiceCsv } from './invoice-csv.ts'

describe('writeInvoiceCsv', () => {
  it('has a row for each action', () => {
    const rows = writeInvoiceCsv(sampleInvoice({ lines: [{ fee: '100.05' }, { fee: '-12.34' }] })).split('\r\n')
    expect(rows).toHaveLength(4)
    expect(rows[1]).toBe(
      'KPT-2026-0001,invoice,2026-11-14,2026-12-14,1,rightsize,Resized and upgraded,2026-10,statement-1,action-1,Resize to m7g.large,orders-db-1,400.2,100.05,EUR,S,19',
    )
    expect(rows[2]).toContain(',-49.36,-12.34,EUR,')
  })

  it('keeps the amounts of a line without actions, and disarms formulas', () => {
    const csv = writeInvoiceCsv(sampleInvoice({ lines: [{ fee: '5.00', actions: [], description: '=1+1' }] }))
    expect(csv).toContain(",'=1+1,2026-10,statement-1,,,,20,5.00,EUR,S,19\r\n")
  })
})
