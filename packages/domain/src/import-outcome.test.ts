import { expect, it } from 'vitest'
import { summarizeImport } from './import-outcome.ts'

const proof = (rejected: number, ok = true) => ({
  ...{ ok, columns: [], invoices: [] },
  rows: { read: 1000, stored: 1000 - rejected, rejected },
})
const loss = {
  kind: 'currency' as const,
  billing_period: '2026-10-01',
  account: 'AWS 1',
  summary: 'No charges in EUR.',
}

it('summarizeImport reports that every sum agrees only for a complete import', () => {
  expect(summarizeImport(proof(0), [])).toEqual({ level: 'good', summary: 'Every sum agrees with the files.' })
  expect(summarizeImport(proof(1), [])).toEqual({
    level: 'warning',
    summary: '1 of 1,000 rows (0.1%) could not be read and is in no total; every other sum agrees with the files.',
  })
  expect(summarizeImport(proof(950), [])).toMatchObject({
    level: 'bad',
    summary: expect.stringContaining('950 of 1,000'),
  })
  expect(summarizeImport(proof(0), [loss])).toEqual({ level: 'bad', summary: 'It lacks part of what was loaded.' })
  expect(summarizeImport(proof(0, false), [loss])).toMatchObject({
    level: 'bad',
    summary: expect.stringContaining('Not'),
  })
})
