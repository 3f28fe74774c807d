/** What resembles those loops and ends, or makes progress: agents at work, pipelines over buckets, crawlers, streams. */
import { httpCall, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { agentRun } from './loops-of-runs.ts'
import { bursts, enterShop, Stage, takes } from './run-actors.ts'

const minutes = 45

function staged(writer: TelemetryWriter, play: (stage: Stage) => void): undefined {
  const stage = new Stage(minutes)
  enterShop(stage, writer)
  play(stage)
  stage.run()
  return undefined
}

/** One stage of a pipeline: what arrives in a bucket is read and stored in the next. */
function pipeline(stage: Stage, writer: TelemetryWriter, perMinute: number, buckets: readonly string[]): void {
  const { rng } = writer
  const step = (index: number) => (at: number) => {
    const trace = writer.trace()
    const service = `stage-${index + 1}`
    const run = writer.span({
      ...{ service, name: service, kind: 'server', trace, at, ms: takes(rng, 300) },
      attributes: { 'faas.trigger': 'datasource', 'faas.document.collection': buckets[index] ?? '' },
    })
    const next = buckets[index + 1]
    if (next === undefined) return undefined
    writer.span({
      ...{ service, name: 'S3.PutObject', kind: 'client', trace, parent: run, at: at + 0.002, ms: 40 },
      attributes: { 'rpc.system': 'aws-api', 'rpc.method': 'PutObject', 'aws.s3.bucket': next },
    })
    stage.enter(at + takes(rng, 900) / 60_000, step(index + 1))
    return undefined
  }
  stage.enter(
    1,
    bursts(rng, perMinute, (at) => void step(0)(at)),
  )
}

/** Marks what it has seen by storing it once more in the same bucket: each object starts it twice. */
function marksOnce(stage: Stage, writer: TelemetryWriter, perMinute: number): void {
  const { rng } = writer
  const run = (isMarked: boolean) => (at: number) => {
    const trace = writer.trace()
    const parent = writer.span({
      ...{ service: 'tagger', name: 'tagger', kind: 'server', trace, at, ms: takes(rng, isMarked ? 15 : 200) },
      attributes: { 'faas.trigger': 'datasource', 'faas.document.collection': 'scans' },
    })
    if (isMarked) return undefined
    writer.span({
      ...{ service: 'tagger', name: 'S3.PutObject', kind: 'client', trace, parent, at: at + 0.002, ms: 40 },
      attributes: { 'rpc.system': 'aws-api', 'rpc.method': 'PutObject', 'aws.s3.bucket': 'scans' },
    })
    stage.enter(at + 0.01, run(true))
    return undefined
  }
  stage.enter(
    1,
    bursts(rng, perMinute, (at) => void run(false)(at)),
  )
}

function crawl(stage: Stage, writer: TelemetryWriter): void {
  const { rng } = writer
  stage.enter(3, (start) => {
    const trace = writer.trace()
    let frontier = [
      writer.span({ service: 'crawler', name: 'crawl site', kind: 'internal', trace, at: start, ms: 90_000 }),
    ]
    let at = start
    for (let level = 0; level < rng.integer(4, 9); level += 1) {
      const next: string[] = []
      for (const parent of frontier.slice(0, 60)) {
        at += 0.001
        const url = `https://site-${rng.integer(1, 40)}.example/p/${rng.hex(8)}`
        const fetched = writer.span({
          ...{ service: 'crawler', name: 'GET', kind: 'client', trace, parent, at, ms: takes(rng, 120) },
          attributes: httpCall('GET', url, rng.chance(0.05) ? 404 : 200),
        })
        for (let link = rng.integer(0, 3); link > 0; link -= 1) next.push(fetched)
      }
      frontier = next
    }
    return writer.between(2, 5)
  })
}

function returnsThrice(stage: Stage, writer: TelemetryWriter): void {
  const { rng } = writer
  stage.enter(
    1,
    bursts(rng, 60, (begin) => {
      let [left, link] = [rng.integer(1, 4), undefined as { trace: string; span: string } | undefined]
      stage.enter(begin, (at) => {
        const trace = writer.trace()
        const destination = { 'messaging.system': 'servicebus', 'messaging.destination.name': 'reminders' }
        const span = { service: 'reminder', trace, ms: takes(rng, 25), attributes: destination }
        const parent = writer.span({ ...span, name: 'reminders process', kind: 'consumer', at, link })
        left -= 1
        if (left === 0) return undefined
        const sent = writer.span({ ...span, name: 'reminders send', kind: 'producer', parent, at: at + 0.001, ms: 4 })
        link = { trace, span: sent }
        return writer.between(0.5, 2)
      })
    }),
  )
}

export const alikeRuns: ToolDefaultsClass[] = [
  {
    name: 'Agent that reads a few hundred files with one tool',
    half: 'unseen',
    play: (writer) =>
      staged(writer, (stage) => {
        const tokens = (): [number, number] => [writer.rng.integer(38, 120), writer.rng.integer(80, 4000)]
        agentRun(stage, writer, { from: 5, agent: 'review-agent', steps: 400, tool: () => 'read_file', tokens })
      }),
  },
  {
    name: 'Agents that take turns between five tools',
    half: 'unseen',
    play: (writer) =>
      staged(writer, (stage) => {
        const { rng } = writer
        const tools = ['search', 'open', 'edit', 'run_tests', 'git_diff'] as const
        const tokens = (): [number, number] => [rng.integer(40, 700), rng.integer(20, 2500)]
        for (let agent = 0; agent < 6; agent += 1) {
          const tool = () => rng.pick(tools)
          agentRun(stage, writer, { from: writer.between(2, 8), agent: 'coding-agent', steps: 250, tool, tokens })
        }
      }),
  },
  {
    name: 'Many short conversations that look one thing up each',
    half: 'unseen',
    play: (writer) =>
      staged(writer, (stage) => {
        const { rng } = writer
        const tokens = (): [number, number] => [rng.integer(45, 52), rng.integer(90, 110)]
        stage.enter(
          1,
          bursts(rng, 14, (at) => {
            const steps = rng.integer(1, 4)
            agentRun(stage, writer, { from: at, agent: 'faq-agent', steps, tool: () => 'search_articles', tokens })
          }),
        )
      }),
  },
  {
    name: 'Pipeline of three functions over buckets of their own',
    half: 'unseen',
    play: (writer) =>
      staged(writer, (stage) => pipeline(stage, writer, 320, ['raw-scans', 'clean-scans', 'indexed-scans', 'x'])),
  },
  {
    name: 'Function that stores each object once more, marked',
    half: 'unseen',
    play: (writer) => staged(writer, (stage) => marksOnce(stage, writer, 300)),
  },
  { name: 'Crawler of sites', half: 'unseen', play: (writer) => staged(writer, (stage) => crawl(stage, writer)) },
  {
    name: 'Reminders put back into their queue up to three times',
    half: 'unseen',
    play: (writer) => staged(writer, (stage) => returnsThrice(stage, writer)),
  },
]
