import { describe, expect, it } from 'vitest'
import { describeStream, summarizeStreams } from './stream-labels.ts'

const stream = { enabled: true, pending: 0, failure_reason: '' }

describe('describeStream', () => {
  it('says what is pending, and why', () => {
    expect(describeStream(stream)).toBe('Everything is delivered.')
    expect(describeStream({ ...stream, enabled: false, pending: 1 })).toBe('Off. 1 event to deliver.')
    expect(describeStream({ ...stream, pending: 1200, failure_reason: 'The receiver failed (503).' })).toBe(
      'The receiver failed (503). 1,200 events to deliver.',
    )
  })
})

describe('summarizeStreams', () => {
  it('counts what fails first', () => {
    expect(summarizeStreams([])).toBe('None')
    expect(summarizeStreams([stream, { ...stream, enabled: false }])).toBe('1 active')
    expect(summarizeStreams([stream, { ...stream, failure_reason: 'No.' }])).toBe('1 failing')
    expect(summarizeStreams([{ ...stream, enabled: false, failure_reason: 'No.' }])).toBe('0 active')
  })
})
