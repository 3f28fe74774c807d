/** A service that asks a model for answers in a fixed shape, as the instrumentation of its SDK records it. */
import { describeProcess } from '../operated/resources.ts'
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const [service, minutes] = ['contract-reader', 46]

interface Call {
  input: number
  output: number
}

/** One document: calls to the model, one after the other. */
function readDocument(writer: TelemetryWriter, start: number, calls: Iterable<Call>): number {
  const trace = writer.trace()
  const parent = writer.span({
    ...{ service, name: 'POST /contracts', kind: 'server', trace, at: start, ms: 900_000 },
    attributes: { 'http.request.method': 'POST', 'http.route': '/contracts', 'url.scheme': 'https' },
  })
  let [at, count] = [start + 0.002, 0]
  for (const { input, output } of calls) {
    if (at > minutes - 1) break
    const ms = writer.between(1400, 3600)
    writer.span({
      ...{ service, name: 'chat gpt-5-mini', kind: 'client', trace, parent, at, ms },
      attributes: {
        ...{ 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'openai', 'server.address': 'api.openai.com' },
        ...{ 'gen_ai.request.model': 'gpt-5-mini', 'gen_ai.response.id': `chatcmpl-${writer.rng.hex(24)}` },
        ...{ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output },
      },
    })
    count += 1
    at += (ms + writer.between(2, 30)) / 60_000
  }
  return count
}

function playDocuments(writer: TelemetryWriter): void {
  playTraffic(writer, minutes, 2)
  describeProcess(writer, service, 'python')
  for (const start of writer.starts(1.2, 0, minutes - 4))
    readDocument(
      writer,
      start,
      Array.from({ length: writer.rng.integer(1, 3) }, () => ({
        ...{ input: writer.rng.integer(1200, 9000), output: writer.rng.integer(120, 700) },
      })),
    )
}

/** The answer never has the shape that is asked for; the same question is sent again, as the framework is told to. */
function repeatsQuestion(writer: TelemetryWriter): null {
  playDocuments(writer)
  function* sameQuestion(): Generator<Call> {
    const input = writer.rng.integer(5200, 7400)
    for (;;) yield { input, output: writer.rng.integer(380, 460) }
  }
  for (let document = writer.rng.integer(2, 4); document > 0; document -= 1)
    readDocument(writer, writer.between(8, 13), sameQuestion())
  return null
}

/** A contract of hundreds of pages is read part by part, each about as long as the others, and summed up. */
function partByPart(writer: TelemetryWriter): void {
  playDocuments(writer)
  for (let document = writer.rng.integer(2, 4); document > 0; document -= 1)
    readDocument(
      writer,
      writer.between(8, 16),
      Array.from({ length: writer.rng.integer(140, 260) }, () => ({
        ...{ input: writer.rng.integer(3780, 4096), output: writer.rng.integer(110, 320) },
      })),
    )
}

export const structuredAnswers: Twins = twins(
  'sixth',
  {
    ...{ name: 'Model asked the same again because its answer never fits', type: 'infinite_retry', own: [service] },
    why: 'Hundreds of calls of one request send exactly as many tokens each: the question is the same every time.',
    play: repeatsQuestion,
  },
  {
    name: 'Contract of hundreds of pages read part by part',
    why: 'Each call sends another part with another count of tokens, and the last part ends it.',
    play: partByPart,
  },
)
