import { expect, it } from 'vitest'
import { defaultContext } from './activity-source.ts'
import { readActivity } from './read-activity.ts'
import { github, read } from './testing/read-all.ts'

it('rejects records it cannot read, with location and reason, and continues', () => {
  const lines = [
    '{"environment_id":"dev","activity_type":"ide","timestamp":"2026-09-01T08:00:00Z"}',
    '{"environment_id":"dev","activity_type":"nap","timestamp":"2026-09-01T08:00:00Z"}',
    '{broken',
    '{"environment_id":"","activity_type":"ide","timestamp":"2026-09-01T08:00:00Z"}',
    '{"environment_id":"dev","activity_type":"ide","timestamp":"2026-09-01 08:00"}',
    '{"something":"else"}',
    '7',
    '{"environment_id":"dev","activity_type":"ssh","timestamp":"2026-09-01T09:00:00Z","duration":1e9}',
    '{"environment_id":"dev","activity_type":"ssh","timestamp":"2026-09-01T09:00:00Z"}',
  ]
  const { events, rejectedRows } = read(lines.join('\n'))
  expect(events).toHaveLength(2)
  expect(rejectedRows.map((line) => line.slice(0, 48))).toEqual([
    'line 2: activity_type must be one of ide_session',
    'line 3: It is not JSON.',
    'line 4: environment_id is missing.',
    'line 5: timestamp must be a time with a time zon',
    'line 6: Kept does not recognize this record.',
    'line 7: It is not a record.',
    expect.stringMatching(/^line 8: duration /),
  ])
})

it('rejects rows of the wrong width, ends before starts, and unclosed quotes', () => {
  const { events, rejectedRows } = read(
    'host,start,end\ndev,2026-09-01T08:00:00Z,2026-09-01T07:00:00Z\ndev,2026-09-01T08:00:00Z\ndev,2026-09-01T08:00:00Z,2026-09-01T08:30:00Z\n"dev,2026\n',
  )
  expect(events).toHaveLength(1)
  expect(rejectedRows).toHaveLength(3)
})

it('ignores, and does not reject, records of machines', () => {
  const { events, ignored, rejectedRows } = read(
    [
      '{"apiVersion":"audit.k8s.io/v1","stage":"ResponseComplete","verb":"patch","user":{"username":"system:serviceaccount:kube-system:x"},"objectRef":{"namespace":"dev"}}',
      '{"apiVersion":"audit.k8s.io/v1","stage":"ResponseComplete","verb":"watch","user":{"username":"ada"},"objectRef":{"namespace":"dev"}}',
      '{"eventName":"DescribeInstances","eventSource":"ec2.amazonaws.com"}',
    ].join('\n'),
  )
  expect([events.length, rejectedRows.length, ignored.length]).toEqual([0, 0, 3])
})

it.each([
  ['', /^file is empty\.$/],
  ['{"a":', /^file is not valid JSON\. It is truncated or damaged\.$/],
  ['a,b,c\n1,2,3\n', /^file has no columns that Kept knows\. First columns: a, b, c/],
])('explains in one sentence that it cannot read %j', (text, sentence) => {
  expect(() => read(text)).toThrow(sentence)
})

it('uses the environment that the customer names for a repository', () => {
  const context = { ...defaultContext, environmentOf: ({ project }: { project: string }) => `i-of-${project}` }
  expect(read(github('push', {}), 9, context).events[0]?.environment_id).toBe('i-of-acme/api')
})

it('skips blank lines before the first record, in pieces of any size', () => {
  const events: unknown[] = []
  const reader = readActivity('events', { event: (event) => events.push(event), rejectedRows() {}, ignored() {} })
  reader.push('\uFEFF \n')
  for (let piece = 0; piece < 2_000; piece += 1) reader.push('\n'.repeat(1_000))
  reader.push('  {"environment_id":"dev","activity_type":"ssh",')
  reader.push('"timestamp":"2026-09-01T09:00:00Z"}\n')
  reader.push('\n{"environment_id":"dev","activity_type":"ssh","timestamp":"2026-09-01T10:00:00Z"}')
  expect(reader.end()).toHaveLength(1)
  expect(events).toHaveLength(2)
  expect(() => readActivity('events', { event() {}, rejectedRows() {}, ignored() {} }).end()).toThrow(
    'events is empty.',
  )
})
