/** Agents that call tools, and functions that a bucket starts: loops and what only resembles them. */
import { playTraffic, type TelemetryWriter } from './telemetry-writer.ts'
import type { ToolDefaultsClass } from './world-class.ts'

const minutes = 40

function agent(
  writer: TelemetryWriter,
  calls: number,
  options: { text: (call: number) => string; failed: boolean },
): void {
  const trace = writer.trace()
  const root = { service: 'travel-agent', trace, kind: 'internal' as const }
  const parent = writer.span({ ...root, name: 'invoke_agent travel', at: 4, ms: calls * 6000 })
  for (let call = 0, at = 4.1; call < calls && at < minutes; call += 1, at += writer.between(0.05, 0.16))
    writer.span({
      ...{
        ...root,
        parent,
        name: 'execute_tool find_flights',
        at,
        ms: writer.between(200, 2500),
        failed: options.failed,
      },
      attributes: {
        ...{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'find_flights' },
        'gen_ai.tool.call.arguments': options.text(call),
      },
    })
}

function bucket(writer: TelemetryWriter, runsAgain: boolean): void {
  for (const begin of writer.starts(runsAgain ? 0.7 : 260, 6, 38)) {
    for (let at = begin, round = 0; at < minutes && (runsAgain || round < 1); round += 1) {
      const trace = writer.trace()
      const parent = writer.span({
        ...{ service: 'thumbs', name: 'thumbs', kind: 'consumer', trace, at, ms: 300 },
        attributes: { 'faas.trigger': 'datasource', 'aws.s3.bucket': 'pictures' },
      })
      writer.span({
        ...{ service: 'thumbs', name: 'PutObject', kind: 'client', trace, parent, at: at + 0.003, ms: 60 },
        attributes: { 'rpc.method': 'PutObject', 'aws.s3.bucket': runsAgain ? 'pictures' : 'thumbnails' },
      })
      at += writer.between(0.01, 0.03)
    }
  }
}

/** Each job posts two more to its own service; workers take them in turn. */
function doubling(writer: TelemetryWriter): void {
  const [trace, from] = [writer.trace(), writer.between(6, 10)]
  const waiting = ['']
  for (let at = from; at < 38; at += 1 / writer.between(240, 400)) {
    const parent = waiting.shift()
    if (parent === undefined) return
    const run = writer.span({ service: 'splitter', name: 'POST /split', kind: 'server', trace, parent, at, ms: 50 })
    for (let child = 0; child < 2 && waiting.length < 3000; child += 1)
      waiting.push(
        writer.span({
          ...{ service: 'splitter', name: 'POST', kind: 'client', trace, parent: run, at: at + 0.0004, ms: 8 },
          attributes: {
            'http.request.method': 'POST',
            'url.full': 'http://splitter/split',
            'http.response.status_code': 202,
          },
        }),
      )
  }
}

const loop = (type: 'infinite_retry' | 'recursive_function', own: string) => ({ type, own: [own], perMinute: null })

export const loopsOfTools: ToolDefaultsClass[] = [
  {
    name: 'Agent that calls one tool with the same arguments',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      agent(writer, writer.rng.integer(180, 260), { text: () => '{"from":"BER","to":"LIS"}', failed: false })
      return loop('infinite_retry', 'travel-agent')
    },
  },
  {
    name: 'Function started by the bucket it writes to, each run a trace',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      bucket(writer, true)
      return loop('recursive_function', 'thumbs')
    },
  },
  {
    name: 'Jobs that post two more of their kind each',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      doubling(writer)
      return loop('recursive_function', 'splitter')
    },
  },
]

export const alikeTools: ToolDefaultsClass[] = [
  {
    name: 'Agent that calls one tool with other arguments each time',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      agent(writer, 220, { text: (call) => `{"day":${call}}`, failed: false })
      return undefined
    },
  },
  {
    name: 'Function started by one bucket that writes to another',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      bucket(writer, false)
      return undefined
    },
  },
]
