import { expect, it } from 'vitest'
import { canonicalJson } from '../json/canonical-json.ts'
import { textAroundSeq } from './chain.ts'

it('splits the canonical text of an entry around its number', () => {
  for (const content of [
    { action: 'a', details: { seq: 0 }, summary: '"seq":7', user_agent: null },
    { action: 'a' },
    { summary: 'b' },
    {},
  ]) {
    const { before_seq, after_seq } = textAroundSeq(content)
    expect(`${before_seq}42${after_seq}`).toBe(canonicalJson({ ...content, seq: 42 }))
  }
})
