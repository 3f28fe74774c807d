/**
 * What the attributes of a series tell: how what it counts ended, and on which side it was counted. SDKs, meshes and
 * collectors report one metric whose series differ in a status, where older tools have a metric for errors.
 */

type Outcome = 'failed' | 'unchanged' | 'done'
/** What was asked of a resource, what it asks of others, and what it does inside. */
type Direction = 'in' | 'out' | 'own'

export interface SeriesLabels {
  /** Undefined where no attribute says. */
  outcome: Outcome | undefined
  direction: Direction | undefined
  /** All other attributes: series of one subject differ in their outcome alone. */
  subject: string
}

type Read = (value: string) => Outcome | undefined

/** Not found, a conflict, gone, a condition that does not hold: the question was right, and this is the answer. */
const answers = new Set([404, 409, 410, 412])
const [unchangedStatus, emptyStatus, firstFailure] = [304, 204, 400]

const httpStatus: Read = (value) => {
  const status = Number(value.replace(/xx$/i, '00'))
  if (!(status >= 100 && status < 600)) return undefined
  if (status === unchangedStatus || status === emptyStatus) return 'unchanged'
  return status >= firstFailure && !answers.has(status) ? 'failed' : 'done'
}

/** OK, NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED: by number, or by name in any spelling. */
const grpcAnswer = /^(0|5|6|9|10|ok|not_?found|already_?exists|failed_?precondition|aborted)$/i
const grpcStatus: Read = (value) => (value === '' ? undefined : grpcAnswer.test(value) ? 'done' : 'failed')

const [badWord, sameWord, goodWord] = [
  /error|fail|exception|timeout|refused|reject|unavailable/i,
  /^(unchanged|no_?op|no_?changes?|not_?modified|skipped|up_?to_?date|in_?sync)$/i,
  /(^|_)(unset|ok|success(ful)?|succeeded|informational)$/i,
]
const inWords: Read = (value) => {
  if (badWord.test(value)) return 'failed'
  return sameWord.test(value) ? 'unchanged' : goodWord.test(value) ? 'done' : undefined
}
const none = /^(|none|null|false|0|no)$/i
const failure: Read = (value) => (none.test(value) ? undefined : 'failed')
const success: Read = (value) => (none.test(value) ? 'failed' : 'done')

/** By the name of the attribute, in lower case with underscores. */
const outcomes: [RegExp, Read][] = [
  [/^(rpc_)?grpc_(status_)?code$|^rpc_response_status_code$|^grpc_(response_)?status$/, grpcStatus],
  [/^(http_)?(response_)?(status_code|code|status|status_class)$|^http_response_status_code$/, httpStatus],
  [/^((otel|span)_)?status(_code)?$|^outcome$|^result$|^state$/, inWords],
  [/^success$/, success],
  [/^error(_type)?$|^exception(_type)?$/, failure],
]
const graver: readonly (Outcome | undefined)[] = ['failed', 'unchanged', 'done', undefined]

const directionKey = /^(span_)?kind$|^direction$|^reporter$/
const directions: [Direction, RegExp][] = [
  ['out', /client|producer|outbound|egress|source/i],
  ['in', /server|consumer|inbound|ingress|destination/i],
  ['own', /internal/i],
]
const byName: [Direction, RegExp][] = [
  ['out', /client|outgoing|outbound|egress|upstream|downstream|producer/i],
  ['in', /server|incoming|inbound|ingress/i],
]

/** `series` is the list of its attributes as `key=value`, joined by commas. */
export function labelsOf(metric: string, series: string): SeriesLabels {
  let outcome: Outcome | undefined
  let direction: Direction | undefined
  const subject: string[] = []
  for (const pair of series.split(/,(?=[^,=]+=)/)) {
    const at = pair.indexOf('=')
    const [name, value] = [
      pair
        .slice(0, at)
        .replaceAll(/[^a-z0-9]/gi, '_')
        .toLowerCase(),
      pair.slice(at + 1),
    ]
    const read = at === -1 ? [] : outcomes.filter(([pattern]) => pattern.test(name))
    const result = read.map(([, reader]) => reader(value)).find((candidate) => candidate !== undefined)
    if (graver.indexOf(result) < graver.indexOf(outcome)) outcome = result
    if (read.length === 0) subject.push(pair)
    if (directionKey.test(name)) direction = directionFrom(directions, value)
  }
  return { outcome, direction: direction ?? directionFrom(byName, metric), subject: subject.join(',') }
}

function directionFrom(list: readonly [Direction, RegExp][], text: string): Direction | undefined {
  return list.find(([, pattern]) => pattern.test(text))?.[0]
}
