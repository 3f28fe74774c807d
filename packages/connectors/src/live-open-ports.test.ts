import { describe, expect, it } from 'vitest'
import { formatPorts, isEveryone, parsePorts } from './live-open-ports.ts'

describe('open ports', () => {
  it.each([
    [['22', '8000-8100', '22'], '22 8000-8100'],
    [['0-65535'], 'all'],
    [['443', '*'], 'all'],
    [['any port'], 'none'],
    [[], 'none'],
  ])('of %j are %s', (texts, expected) => {
    expect(formatPorts(parsePorts(texts))).toBe(expected)
  })

  it('of more ranges than an attribute holds are all', () => {
    expect(formatPorts(Array.from({ length: 1000 }, (_, index) => [index * 2, index * 2] as const))).toBe('all')
  })

  it('are open to everyone by each spelling of every address', () => {
    expect(['0.0.0.0/0', '::/0', '*', 'Internet', '10.0.0.0/8', 'VirtualNetwork'].map(isEveryone)).toEqual([
      ...[true, true, true, true, false, false],
    ])
  })
})
