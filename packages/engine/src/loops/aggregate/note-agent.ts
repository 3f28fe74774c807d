/**
 * Agents at work: the tools a run calls in turn, whether with the same arguments, and how long the answers of the model
 * are. Where arguments are not recorded, the tokens of the model's answer tell one request from another.
 */
import type { Span } from '@kept/domain/span.ts'
import { type AgentMinute, entry, type MinuteFacts } from './minute-facts.ts'
import type { Nodes } from './nodes.ts'
import { RecentKeys } from './recent-keys.ts'

/** Steps remembered of a run, and the longest turn in which an agent goes around. */
const [remembered, longestTurn] = [64, 4]
const maxRuns = 5_000
/** Tokens by which the same request may differ: the model writes it in other words each time. */
const sameTokens = 2

interface AgentRun {
  steps: { tool: string; text: string | undefined; failed: boolean }[]
  inputs: number[]
  outputs: number[]
  calls: number
  /** Steps in a row that were the tool of one turn before, for each length of a turn. */
  streaks: number[]
  /** Failures of each tool since it last succeeded. */
  failures: Map<string, number>
  /** The last question to the model, and how often in a row it was the same. */
  question: { tokens: number; endMs: number; times: number }
}

const newRun = (): AgentRun => ({
  steps: [],
  inputs: [],
  outputs: [],
  calls: 0,
  streaks: [0, 0, 0, 0],
  failures: new Map(),
  question: { tokens: Number.NaN, endMs: 0, times: 0 },
})

export class AgentNotes {
  readonly #runs = new RecentKeys<AgentRun>(maxRuns, newRun)
  readonly #nodes: Nodes

  constructor(nodes: Nodes) {
    this.#nodes = nodes
  }

  note(span: Span, facts: MinuteFacts): void {
    const { tool, toolArguments, conversation, inputTokens, outputTokens } = span.facts
    if (tool === undefined && outputTokens === undefined) return
    const key = `${span.resource.id}\n${conversation ?? span.traceId}`
    const run = this.#runs.touch(key).value
    if (tool === undefined) {
      push(run.inputs, inputTokens ?? Number.NaN)
      push(run.outputs, outputTokens ?? Number.NaN)
      noteQuestion(run, span)
      if (run.question.times >= remembered / 4) this.#noteMinute(key, span, run, facts)
      return
    }
    run.calls += 1
    for (let turn = 1; turn <= longestTurn; turn += 1) {
      const before = run.steps.at(-turn)
      run.streaks[turn - 1] = before?.tool === tool ? (run.streaks[turn - 1] ?? 0) + 1 : 0
    }
    noteFailure(run, tool, span.status === 'error')
    push(run.steps, { tool, text: toolArguments, failed: span.status === 'error' })
    this.#noteMinute(key, span, run, facts)
  }

  #noteMinute(key: string, span: Span, run: AgentRun, facts: MinuteFacts): void {
    const minute = entry(facts.agents, key, maxRuns, () => newMinute(span, this.#nodes.idOf(span)))
    if (!minute) return
    minute.calls += 1
    minute.durationMs += span.durationMs
    Object.assign(minute, summaryOf(run))
  }
}

/** Several answers to one question are asked for side by side; what waits for each answer and asks the same is not content. */
function noteQuestion({ question }: AgentRun, { facts, startMs, durationMs }: Span): void {
  const { inputTokens: tokens = Number.NaN } = facts
  const isSame = tokens === question.tokens && startMs >= question.endMs
  Object.assign(question, { tokens, endMs: startMs + durationMs, times: isSame ? question.times + 1 : 1 })
}

function noteFailure({ failures }: AgentRun, tool: string, isFailed: boolean): void {
  if (!isFailed) failures.delete(tool)
  else if (failures.has(tool) || failures.size < remembered) failures.set(tool, (failures.get(tool) ?? 0) + 1)
}

function newMinute(span: Span, node: number): AgentMinute {
  return {
    ...{ resource: span.resource, node, trace: span.traceId, calls: 0, durationMs: 0 },
    ...{
      streak: 0,
      tools: [],
      sameArguments: Number.NaN,
      sameTokens: Number.NaN,
      sameAnswers: Number.NaN,
      failing: 0,
      neverDone: 0,
      neverTool: '',
    },
  }
}

type Summary = Pick<
  AgentMinute,
  | 'streak'
  | 'tools'
  | 'sameArguments'
  | 'sameTokens'
  | 'sameAnswers'
  | 'failing'
  | 'neverDone'
  | 'neverTool'
  | 'sameQuestion'
>

/** Of the shortest turn that explains nearly the longest streak. */
function summaryOf({ steps, inputs, outputs, streaks, failures, question }: AgentRun): Summary {
  const [neverTool, neverDone] = [...failures].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])
  const longest = Math.max(...streaks)
  const turn = 1 + streaks.findIndex((streak) => streak >= longest - longestTurn)
  const streak = streaks[turn - 1] ?? 0
  const own = steps.slice(-Math.max(turn, Math.min(streak + turn, remembered)))
  const added = inputs.slice(1).map((value, at) => value - (inputs[at] ?? Number.NaN))
  return {
    sameQuestion: question.times,
    neverDone,
    neverTool,
    streak,
    tools: own.slice(-turn).map(({ tool }) => tool),
    sameArguments: sameShare(
      own.map(({ text }) => text),
      turn,
      (a, b) => a === b,
    ),
    sameTokens: sameShare(outputs.slice(-own.length).map(orUndefined), turn, isSameNumber),
    sameAnswers: sameShare(added.slice(-own.length).map(orUndefined), turn, isSameNumber),
    failing: own.filter(({ failed }) => failed).length / Math.max(1, own.length),
  }
}

const orUndefined = (value: number) => (Number.isNaN(value) ? undefined : value)
const isSameNumber = (a: number, b: number) => Math.abs(a - b) <= sameTokens

/** The share of values that are the same as one turn before; not a number where too few are known. */
function sameShare<Value>(
  values: readonly (Value | undefined)[],
  turn: number,
  isSame: (a: Value, b: Value) => boolean,
): number {
  const pairs = values.slice(turn).flatMap((value, at) => {
    const before = values[at]
    return value === undefined || before === undefined ? [] : [isSame(value, before)]
  })
  return pairs.length < fewestPairs ? Number.NaN : pairs.filter(Boolean).length / pairs.length
}

const fewestPairs = 12

function push<Value>(list: Value[], value: Value): void {
  list.push(value)
  if (list.length > remembered) list.shift()
}
