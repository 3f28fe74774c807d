/** Agents that call the same tools around and around in one run, with the same request or without ever succeeding. */
import type { AgentMinute } from '../aggregate/minute-facts.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import type { DetectorContext } from '../view.ts'

/** Twice what frameworks let a run take by default: LangGraph and CrewAI stop at 25. */
const tooMany = 50
/** Minutes without a call after which a run is over: a model may think, and a tool may work, for some. */
const window = 10
const [nearlyAll, hardlyAny] = [0.9, 0.6]

export function agentsInCircles({ view }: DetectorContext): LoopEvaluation[] {
  const runs = new Map<string, { latest: AgentMinute; calls: number; durationMs: number; minutes: number }>()
  for (const { agents, minute } of view.window(window)) {
    for (const [key, latest] of agents) {
      const before = runs.get(key)
      runs.set(key, {
        latest,
        calls: (before?.calls ?? 0) + latest.calls,
        durationMs: (before?.durationMs ?? 0) + latest.durationMs,
        minutes: before?.minutes ?? view.minute - minute + 1,
      })
    }
  }
  return [...runs.values()]
    .filter(({ latest }) => timesOf(latest) >= tooMany / 2)
    .map(({ latest, calls, durationMs, minutes }) => {
      const perMinute = calls / minutes
      const { name } = latest.resource
      const { tools, features } = evidenceOf(latest)
      const times = timesOf(latest)
      return evaluationOf({
        type: 'infinite_retry',
        threshold: tooMany,
        minutes: window,
        volume: times,
        resource: latest.resource,
        edges: [`${latest.trace} ${tools.join(', ')}`],
        features,
        // One tool again and again is an agent at work where it is known to ask for something else each time.
        partial: !features.some(({ is_met: isMet, isMeasured }) => !isMet && isMeasured),
        failing: latest.failing,
        cycle: tools.map((tool) => ({ from: name, to: tool, count: Math.round(times / tools.length) })),
        metrics: {
          ...{ iterations: times, perMinute, avgMs: durationMs / Math.max(1, calls) },
          ...{ memoryMb: null, cpuPercent: null },
        },
        systems: [name],
        traces: [latest.trace],
        nodeRates: [[latest.node, perMinute]],
      })
    })
}

const timesOf = ({ streak, neverDone, sameQuestion = 0 }: AgentMinute) => Math.max(streak, neverDone, sameQuestion)

function evidenceOf(latest: AgentMinute): { tools: string[]; features: Feature[] } {
  const { streak, neverDone, neverTool, sameQuestion = 0 } = latest
  if (streak >= tooMany / 2) {
    const tools = [...new Set(latest.tools)]
    return { tools, features: featuresOf(latest, tools) }
  }
  if (neverDone >= sameQuestion) return { tools: [neverTool], features: [neverSucceeds(latest)] }
  const description = `the model was asked ${sameQuestion} times in a row with exactly as many tokens, each after its answer`
  return { tools: ['model'], features: [feature('same_question', sameQuestion, sameQuestion >= tooMany, description)] }
}

/** A run that goes back to work after each failure, and never gets past it. */
function neverSucceeds({ neverDone, neverTool }: AgentMinute): Feature {
  return feature(
    'never_succeeds',
    neverDone,
    neverDone >= tooMany,
    `${neverTool} failed ${neverDone} times in one run since it last succeeded`,
  )
}

function featuresOf(run: AgentMinute, tools: readonly string[]): Feature[] {
  const around = feature(
    'same_tool',
    run.streak,
    run.streak >= tooMany,
    `${tools.join(' and ')} called ${run.streak} times in a row in one run`,
  )
  if (run.failing >= nearlyAll) {
    const failing = feature('failing', run.failing, true, `${figure(run.failing * 100)}% of the calls fail`)
    // What fails with other arguments each time may be a search.
    if (!(run.sameArguments < hardlyAny)) return [around, failing]
    const other = 'each call asks for something else: what the tool answers would tell whether that is a search'
    return [around, failing, feature('same_request', Number.NaN, false, other)]
  }
  return [around, sameRequest(run)]
}

/** By the arguments where they are recorded, else by how many tokens were asked and answered. */
function sameRequest({ sameArguments, sameTokens, sameAnswers }: AgentMinute): Feature {
  if (!Number.isNaN(sameArguments))
    return feature(
      'same_request',
      sameArguments,
      sameArguments >= nearlyAll,
      `${figure(sameArguments * 100)}% of the calls have the arguments of the one before`,
    )
  const shares = [sameTokens, sameAnswers].filter((share) => !Number.isNaN(share))
  const least = shares.length === 0 ? Number.NaN : Math.min(...shares)
  const isDecided = least >= nearlyAll || least < hardlyAny
  return feature(
    'same_request',
    isDecided ? least : Number.NaN,
    least >= nearlyAll,
    isDecided
      ? `${figure(least * 100)}% of the calls take the tokens of the one before`
      : 'unknown whether it asks for the same: `gen_ai.tool.call.arguments` would tell',
  )
}
