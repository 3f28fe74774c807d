/** Agents that go around their tools: by arguments, by tokens, by failures, and where nothing tells. */
import type { SpanFacts } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import type { MinuteFacts } from '../aggregate/minute-facts.ts'
import { Nodes } from '../aggregate/nodes.ts'
import { AgentNotes } from '../aggregate/note-agent.ts'
import { loopProbability } from '../cause/confidence.ts'
import { defaultRule, observedView, spanOf, viewMinute } from '../testing/observed-view.ts'
import { agentsInCircles } from './agent-circle.ts'

interface Step {
  tool: string
  text?: string
  failed?: boolean
  /** Tokens of the model's answer before it. */
  tokens?: number
}

/** A run whose last call is in the minute of the view, one every six seconds. */
function evaluate(count: number, step: (index: number) => Step, conversation: (index: number) => string = () => 'c') {
  const [nodes, notes] = [new Nodes(10), new AgentNotes(new Nodes(10))]
  const minuteOf = (index: number) => viewMinute - Math.floor((count - 1 - index) / 10)
  const byMinute = Map.groupBy(
    Array.from({ length: count }, (_, index) => index),
    minuteOf,
  )
  const view = observedView({
    nodes,
    facts: new Map(
      [...byMinute].map(([minute, indexes]) => [
        minute,
        (facts) => {
          for (const index of indexes) {
            const { tool, text, failed = false, tokens } = step(index)
            const run: SpanFacts = { conversation: conversation(index) }
            if (tokens !== undefined)
              notes.note(spanOf({ facts: { ...run, outputTokens: tokens, inputTokens: index * 97 } }), facts)
            const called: SpanFacts = { ...run, tool, ...(text === undefined ? {} : { toolArguments: text }) }
            notes.note(spanOf({ status: failed ? 'error' : 'ok', facts: called }), facts)
          }
        },
      ]),
    ),
  })
  return agentsInCircles({ view, rule: defaultRule('infinite_retry') })[0]
}

describe('agentsInCircles', () => {
  it('finds the same tool with the same arguments, from the fiftieth time on', () => {
    const step = () => ({ tool: 'lookup', text: '{"id":7}' })
    expect(evaluate(51, step)).toMatchObject({ volume: 50, gate: true, shape: true })
    expect(evaluate(50, step)).toMatchObject({ volume: 49, gate: false })
    expect(evaluate(20, step)).toBeUndefined()
  })
  it('finds one tool that never succeeds, whatever is called between', () => {
    const tools = ['read', 'read', 'edit', 'test', 'edit', 'read', 'test']
    const step = (index: number) => {
      const tool = tools[(index * 5 + Math.floor(index / 7)) % 7] ?? ''
      return { tool, failed: tool === 'test' }
    }
    const evaluation = evaluate(400, step)
    expect(evaluation).toMatchObject({ gate: true, shape: true, features: [{ name: 'never_succeeds' }] })
    const passesOnce = (index: number) => ({
      ...step(index),
      failed: step(index).failed && (index < 250 || index > 257),
    })
    expect(evaluate(400, passesOnce)?.gate).not.toBe(true)
  })
  it('finds tools that are called in turn', () => {
    const evaluation = evaluate(90, (index) => ({ tool: ['open', 'close', 'check'][index % 3] ?? '', text: '{}' }))
    expect(evaluation).toMatchObject({ gate: true, shape: true })
    expect(evaluation?.cycle.map(({ to }) => to)).toEqual(['open', 'close', 'check'])
  })
  it('finds calls that all fail, and suspects those that ask for something else each time', () => {
    expect(evaluate(80, () => ({ tool: 'run_sql', text: 'q', failed: true }))).toMatchObject({ shape: true })
    expect(evaluate(80, () => ({ tool: 'run_sql', failed: true }))).toMatchObject({ shape: true })
    const search = evaluate(80, (index) => ({ tool: 'stat', text: `q${index}`, failed: true }))
    expect(search).toMatchObject({ gate: true, shape: false, partial: true })
  })
  it('tells the same request by the tokens asked and answered', () => {
    expect(evaluate(80, (index) => ({ tool: 'lookup', tokens: 47 + (index % 2) }))).toMatchObject({ shape: true })
  })
  it.each([
    ['arguments', (index: number) => ({ tool: 'read', text: `f${index}` })],
    ['tokens', (index: number) => ({ tool: 'read', tokens: 20 + ((index * 37) % 400) })],
  ])('leaves an agent at work, by its %s', (_, step) => {
    const evaluation = evaluate(120, step)
    expect(evaluation).toMatchObject({ gate: true, shape: false, partial: false })
  })
  it('suspects where nothing tells, and says what would', () => {
    const evaluation = evaluate(80, () => ({ tool: 'read' }))
    expect(evaluation).toMatchObject({ gate: true, shape: false, partial: true })
    expect(evaluation?.features.at(-1)?.description).toContain('gen_ai.tool.call.arguments')
    expect(evaluation && loopProbability(evaluation)).toBeLessThanOrEqual(0.5)
  })
  it('counts each conversation by itself', () => {
    expect(
      evaluate(
        200,
        () => ({ tool: 'faq', text: '{}' }),
        (index) => `c${Math.floor(index / 4)}`,
      ),
    ).toBeUndefined()
  })
})

describe('questions to a model', () => {
  /** As many calls, each after the answer to the one before or beside it. */
  function ask(count: number, tokens: (index: number) => number, startMs: (index: number) => number) {
    const [nodes, notes] = [new Nodes(10), new AgentNotes(new Nodes(10))]
    const facts = (minute: MinuteFacts) => {
      for (let index = 0; index < count; index += 1)
        notes.note(
          spanOf({
            ...{ startMs: startMs(index), durationMs: 900 },
            facts: { inputTokens: tokens(index), outputTokens: 300 + index },
          }),
          minute,
        )
    }
    const view = observedView({ nodes, facts: new Map([[viewMinute, facts]]) })
    return agentsInCircles({ view, rule: defaultRule('infinite_retry') })[0]
  }
  const inTurn = (index: number) => viewMinute * 60_000 + index * 1000

  it('are a loop from the fiftieth of one length on, said with what one line of evidence is worth', () => {
    const loop = ask(50, () => 5200, inTurn)
    expect(loop).toMatchObject({ volume: 50, gate: true, shape: true, features: [{ name: 'same_question' }] })
    expect(loop && loopProbability(loop)).toBe(0.85)
    expect(ask(49, () => 5200, inTurn)?.shape).toBe(false)
  })
  it('are none where each asks for something else, or all are asked side by side', () => {
    expect(ask(80, (index) => 5200 + (index % 2), inTurn)).toBeUndefined()
    expect(
      ask(
        80,
        () => 5200,
        () => viewMinute * 60_000,
      ),
    ).toBeUndefined()
  })
})
