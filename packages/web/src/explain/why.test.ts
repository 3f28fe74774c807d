import { describe, expect, it } from 'vitest'
import { explainInput, readWhy, type WhyQuestion, whyDefaults, writeWhy } from './why.ts'

const question: WhyQuestion = {
  window: { from: '2026-10-01', to: '2026-11-01' },
  past: { from: '2026-08-01', to: '2026-09-01' },
  compare: 'previous_year',
  measure: 'billed',
  currency: 'EUR',
  filters: [
    { dimension: 'service', op: 'is', values: ['EC2, "other"', 'S3|~'] },
    { dimension: 'tag:team', op: 'is_not', values: [''] },
  ],
}

describe('writeWhy', () => {
  it('is read back as it was, with any signs in the values', () => {
    expect(readWhy(writeWhy(question))).toEqual(question)
    expect(readWhy(writeWhy({}))).toEqual(whyDefaults)
  })
})

describe('readWhy', () => {
  it('leaves out what an address has wrong', () => {
    expect(readWhy('yesterday,today,,,,,dollars,color|is|red,service|like|EC2,service')).toEqual(whyDefaults)
    expect(readWhy('')).toEqual(whyDefaults)
  })
})

describe('explainInput', () => {
  it('asks with one text for each value', () => {
    expect(explainInput(question)).toEqual({
      start_date: '2026-10-01',
      end_date: '2026-11-01',
      previous_start_date: '2026-08-01',
      previous_end_date: '2026-09-01',
      compare: 'previous_year',
      measure: 'billed',
      currency: 'EUR',
      filter: ['service=EC2, "other"', 'service=S3|~', 'tag:team!='],
    })
  })
})
