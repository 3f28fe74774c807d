import { expect, test } from 'vitest'
import { readBenchmarks } from './benchmarks.ts'

const text = `<!-- a -->
## A: 400 fleets

| method | bias | error |
|---|---|---|
| **ours** | -1.7% | 3% |

Measured 2026-11-20, Node 26.
<!-- /a -->`

test('readBenchmarks returns figures of the document and throws for a missing one', () => {
  const read = readBenchmarks(text)
  expect(read.cell('a', 'ours', 'bias')).toBe('-1.7%')
  expect(read.excerpt('a', /A: (\d+) fleets/)).toBe('400')
  expect(read.measuredOn('a')).toBe('2026-11-20')
  expect(() => read.cell('a', 'theirs', 'bias')).toThrow('docs/benchmarks.md, "a", has no "bias" of "theirs".')
  expect(() => read.section('b')).toThrow('no section "b"')
})
