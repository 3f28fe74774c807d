import type { ImportProgress, Reconciliation } from '@kept/domain/ingest.ts'
import { expect, test } from 'vitest'
import { describeOutcome, describeProgress, formatFormats, nameOf, partDone } from './import-text.ts'

const progress: ImportProgress = {
  stage: 'reading',
  rows_read: 1_200_000,
  rows_per_second: 512_000.4,
  bytes_read: 50_000_000,
  bytes_total: 200_000_000,
  seconds_left: 3.2,
}

test('progress says what is known and nothing else', () => {
  expect(describeProgress(progress)).toBe('1,200,000 rows · 512,000 rows/s · 50 MB of 200 MB · 3 s left')
  expect(describeProgress({ ...progress, seconds_left: 0.2 })).toContain('almost done')
  expect(describeProgress({ ...progress, rows_read: 0, rows_per_second: 0, bytes_total: 0, seconds_left: null })).toBe(
    '',
  )
  expect(partDone(progress)).toBe(0.25)
  expect(partDone({ ...progress, stage: 'checking' })).toBeNull()
})

test('describeOutcome ranks differing sums above skipped rows', () => {
  const proof = (ok: boolean, rejected: number): Reconciliation => ({
    ok,
    rows: { read: 10, stored: 10 - rejected, rejected },
    columns: [],
    invoices: [],
  })
  expect(describeOutcome({ losses: [], reconciliation: proof(false, 2) })).toEqual({
    label: 'Not reconciled',
    tone: 'leak',
  })
  expect(describeOutcome({ losses: [], reconciliation: proof(true, 1) })).toEqual({
    label: '1 row skipped (10%)',
    tone: 'watch',
  })
  expect(describeOutcome({ losses: [], reconciliation: proof(true, 9) })).toEqual({
    label: '9 rows skipped (90%)',
    tone: 'leak',
  })
  const loss = { kind: 'rows' as const, billing_period: null, account: '', summary: '' }
  expect(
    describeOutcome({ losses: [loss, { ...loss, kind: 'currency' }, loss], reconciliation: proof(true, 1) }),
  ).toEqual({
    label: 'Missing: rows and currencies',
    tone: 'leak',
  })
  expect(describeOutcome({ losses: [], reconciliation: proof(true, 0) })).toEqual({
    label: 'Reconciled with the file',
    tone: 'plain',
  })
  expect(describeOutcome({ losses: [], reconciliation: null })).toBeNull()
})

test('a delivery is called by its files', () => {
  const source = (name: string) => ({ name, bytes: 1, format: null })
  expect(nameOf({ sources: [source('a.csv')] })).toBe('a.csv')
  expect(nameOf({ sources: [source('a.csv'), source('b.csv'), source('c.csv')] })).toBe('a.csv and 2 more files')
})

test('a format is said once, as soon as it is known', () => {
  const source = (format: string | null) => ({ name: 'a', bytes: 1, format })
  expect(formatFormats({ sources: [source(null)] })).toBe('')
  expect(formatFormats({ sources: [source('FOCUS 1.2'), source('FOCUS 1.2'), source(null)] })).toBe(
    'Recognized as FOCUS 1.2',
  )
})
