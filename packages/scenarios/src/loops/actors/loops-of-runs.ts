/** Loops of runs that start each other: over a bucket, over HTTP, over messages, and an agent that goes in circles. */
import { httpCall, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { enterShop, Stage, takes } from './run-actors.ts'

const minutes = 45

function staged(writer: TelemetryWriter, play: (stage: Stage, from: number) => void): void {
  const stage = new Stage(minutes)
  enterShop(stage, writer)
  play(stage, writer.between(9, 16))
  stage.run()
}

/** A function that stores its result where it is started from; nothing carries the trace on. */
function storeAgain(stage: Stage, writer: TelemetryWriter, from: number, chains: number): void {
  const { rng } = writer
  const bucket = 'media-incoming'
  for (let chain = 0; chain < chains; chain += 1)
    stage.enter(from + writer.between(0, 2), (at) => {
      const trace = writer.trace()
      const ms = takes(rng, 240)
      const run = writer.span({
        ...{ service: 'watermark', name: 'watermark', kind: 'server', trace, at, ms },
        attributes: {
          ...{ 'faas.trigger': 'datasource', 'faas.document.collection': bucket, 'faas.document.operation': 'insert' },
          'faas.invocation_id': rng.hex(32),
        },
      })
      writer.span({
        ...{ service: 'watermark', name: 'S3.PutObject', kind: 'client', trace, parent: run, at: at + 0.001, ms: 40 },
        attributes: { 'rpc.system': 'aws-api', 'rpc.method': 'PutObject', 'aws.s3.bucket': bucket },
      })
      return (ms + takes(rng, 700)) / 60_000
    })
}

/** Each request asks the service itself for up to three more, without an end; a pool of workers bounds how many run. */
function fork(stage: Stage, writer: TelemetryWriter, from: number, perMinute: number): void {
  const { rng } = writer
  const trace = writer.trace()
  const waiting = [writer.span({ service: 'kong', name: 'GET /export', kind: 'server', trace, at: from, ms: 30_000 })]
  stage.enter(from, (at) => {
    const parent = waiting.shift() ?? ''
    const node = writer.span({ service: 'expand', name: 'POST /expand', kind: 'server', trace, parent, at, ms: 80 })
    for (let child = rng.integer(1, 3); child > 0 && waiting.length < 4000; child -= 1)
      waiting.push(
        writer.span({
          ...{ service: 'expand', name: 'POST', kind: 'client', trace, parent: node, at: at + 0.0003, ms: 60 },
          attributes: httpCall('POST', `http://expand/expand?node=${rng.integer(1, 1e8)}`, 202),
        }),
      )
    return 1 / (perMinute * writer.between(0.7, 1.3))
  })
}

/** Services that call each other around in one trace over gRPC until a deadline. */
function ring(stage: Stage, writer: TelemetryWriter, from: number): void {
  const { rng } = writer
  const services = ['quote', 'discount', 'loyalty'] as const
  stage.enter(from, (start) => {
    const trace = writer.trace()
    let parent = writer.span({ service: 'kong', name: 'GET /quote', kind: 'server', trace, at: start, ms: 15_000 })
    let at = start
    const hops = rng.integer(24, 90)
    for (let hop = 0; hop < hops; hop += 1) {
      const [service, next] = [services[hop % 3] ?? 'quote', services[(hop + 1) % 3] ?? 'quote']
      const name = `${service}.Api/Resolve`
      const served = writer.span({ service, name, kind: 'server', trace, parent, at, ms: takes(rng, 30) })
      at += takes(rng, 12) / 60_000
      parent = writer.span({
        ...{ service, name: `${next}.Api/Resolve`, kind: 'client', trace, parent: served, at, ms: takes(rng, 25) },
        attributes: { 'rpc.system': 'grpc', 'rpc.service': `${next}.Api`, 'server.address': next },
      })
    }
    return -Math.log(1 - rng.next()) / 7
  })
}

/** An agent that asks the same tool for the same, again and again. The model's part and the tool's alternate. */
export function agentRun(
  stage: Stage,
  writer: TelemetryWriter,
  options: {
    from: number
    agent: string
    steps: number
    tool: (step: number) => string
    failed?: boolean
    /** Tokens of the call that the model writes, and of what the tool answers. */
    tokens: (step: number) => [call: number, answer: number]
  },
): void {
  const { from, agent, steps, tool, failed = false, tokens } = options
  const { rng } = writer
  const trace = writer.trace()
  const about = { 'gen_ai.agent.name': agent, 'gen_ai.provider.name': 'anthropic' }
  const run = writer.span({
    ...{ service: agent, name: `invoke_agent ${agent}`, kind: 'internal', trace, at: from, ms: steps * 8000 },
    attributes: { ...about, 'gen_ai.operation.name': 'invoke_agent' },
  })
  let [step, input] = [0, 1800]
  stage.enter(from + 0.01, (at) => {
    const [call, answer] = tokens(step)
    const thinking = takes(rng, 4200, 0.5)
    writer.span({
      ...{ service: agent, name: 'chat sonnet', kind: 'client', trace, parent: run, at, ms: thinking },
      attributes: {
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'sonnet', 'gen_ai.usage.input_tokens': input },
        ...{ 'gen_ai.usage.output_tokens': call, 'server.address': 'api.anthropic.com' },
      },
    })
    const [name, ms] = [tool(step), takes(rng, 900)]
    writer.span({
      ...{ service: agent, name: `execute_tool ${name}`, kind: 'internal', trace, parent: run, failed },
      ...{ at: at + thinking / 60_000, ms },
      attributes: {
        ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name },
        ...{ 'gen_ai.tool.type': 'function', 'gen_ai.tool.call.id': `toolu_${rng.hex(20)}` },
        ...(failed ? { 'error.type': 'ToolException' } : {}),
      },
    })
    input += call + answer
    step += 1
    return step < steps ? (thinking + ms) / 60_000 : undefined
  })
}

const loop = (type: 'recursive_function' | 'circular_dependency' | 'infinite_retry', ...own: string[]) => ({
  type,
  own,
  perMinute: null,
})

export const loopsOfRuns: ToolDefaultsClass[] = [
  {
    name: 'Function that stores its result where it is started from, each run a trace',
    half: 'unseen',
    play(writer) {
      staged(writer, (stage, from) => storeAgain(stage, writer, from, writer.rng.integer(6, 14)))
      return loop('recursive_function', 'watermark')
    },
  },
  {
    name: 'Requests that ask for one to three more of their kind, without end',
    half: 'unseen',
    play(writer) {
      staged(writer, (stage, from) => fork(stage, writer, from, writer.between(260, 420)))
      return loop('recursive_function', 'expand')
    },
  },
  {
    name: 'Three gRPC services in a ring until the deadline, one span in twenty lost',
    half: 'unseen',
    losses: { lost: 0.05 },
    play(writer) {
      staged(writer, (stage, from) => ring(stage, writer, from))
      return loop('circular_dependency', 'quote', 'discount', 'loyalty')
    },
  },
  {
    name: 'Agent that asks one tool for the same again and again',
    half: 'unseen',
    play(writer) {
      staged(writer, (stage, from) => {
        const [call, answer] = [writer.rng.integer(40, 90), writer.rng.integer(60, 400)]
        const tokens = (): [number, number] => [call + writer.rng.integer(0, 1), answer]
        agentRun(stage, writer, { from, agent: 'support-agent', steps: 400, tool: () => 'lookup_order', tokens })
      })
      return loop('infinite_retry', 'support-agent')
    },
  },
  {
    name: 'Agent whose tool fails each time',
    half: 'unseen',
    play(writer) {
      staged(writer, (stage, from) => {
        const tokens = (): [number, number] => [writer.rng.integer(50, 110), writer.rng.integer(25, 60)]
        const run = { from, agent: 'migration-agent', steps: 400, tool: () => 'run_sql', failed: true, tokens }
        agentRun(stage, writer, run)
      })
      return loop('infinite_retry', 'migration-agent')
    },
  },
  {
    name: 'Agent that goes around two tools',
    half: 'unseen',
    play(writer) {
      staged(writer, (stage, from) => {
        const sizes = [writer.rng.integer(40, 60), writer.rng.integer(61, 120)] as const
        const tokens = (step: number): [number, number] => [sizes[step % 2] ?? 40, 3 * (sizes[step % 2] ?? 40)]
        const tool = (step: number) => (step % 2 === 0 ? 'open_ticket' : 'close_ticket')
        agentRun(stage, writer, { from, agent: 'triage-agent', steps: 400, tool, tokens })
      })
      return loop('infinite_retry', 'triage-agent')
    },
  },
]
