/** An assistant that calls tools of another system over MCP. */
import { describeProcess } from '../operated/resources.ts'
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const [service, minutes] = ['concierge', 45]

interface Step {
  tool: string
  failed: boolean
  /** Tokens that the model reads before it decides. */
  input: number
}

/** One run: the model decides, a tool is called, and again. */
function runOf(writer: TelemetryWriter, start: number, steps: Iterable<Step>): void {
  const [trace, session] = [writer.trace(), writer.rng.hex(32)]
  const about = { 'gen_ai.provider.name': 'anthropic', 'gen_ai.agent.name': 'concierge' }
  const parent = writer.span({
    ...{ service, name: 'invoke_agent concierge', kind: 'internal', trace, at: start, ms: 1_200_000 },
    attributes: { ...about, 'gen_ai.operation.name': 'invoke_agent' },
  })
  let at = start + 0.01
  for (const { tool, failed, input } of steps) {
    if (at > minutes - 1) return
    const thought = writer.between(1800, 4200)
    writer.span({
      ...{ service, name: 'chat model-m', kind: 'client', trace, parent, at, ms: thought },
      attributes: {
        ...{ ...about, 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'model-m' },
        ...{ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': writer.rng.integer(40, 160) },
      },
    })
    at += thought / 60_000
    const took = writer.between(120, 900)
    writer.span({
      ...{ service, name: `tools/call ${tool}`, kind: 'client', trace, parent, at, ms: took, failed },
      attributes: {
        ...{ 'mcp.method.name': 'tools/call', 'mcp.session.id': session, 'gen_ai.tool.name': tool },
        ...{ 'gen_ai.operation.name': 'execute_tool', 'network.transport': 'tcp' },
        ...(failed && { 'error.type': 'tool_error' }),
      },
    })
    at += took / 60_000
  }
}

function playGuests(writer: TelemetryWriter): void {
  playTraffic(writer, minutes, 2)
  describeProcess(writer, service, 'python')
  for (const start of writer.starts(0.7, 0, minutes - 6)) {
    const tools = Array.from({ length: writer.rng.integer(1, 4) }, () => writer.rng.pick(['find_table', 'read_menu']))
    runOf(
      writer,
      start,
      tools.map((tool, index) => ({ tool, failed: false, input: 1800 + index * 700 })),
    )
  }
}

/** Two or three guests ask for a table that can not be booked, and the tool is called until someone stops it. */
function booksAgain(writer: TelemetryWriter): null {
  playGuests(writer)
  function* steps(): Generator<Step> {
    for (let round = 0, input = 2200; ; round += 1, input += writer.rng.integer(90, 260)) {
      if (round % 9 === 5) yield { tool: 'find_table', failed: false, input }
      yield { tool: 'book_table', failed: true, input }
    }
  }
  for (let guest = writer.rng.integer(2, 3); guest > 0; guest -= 1) runOf(writer, writer.between(8, 13), steps())
  return null
}

/** Someone asks for all mail about a trip, and the assistant reads it page by page to the last. */
function pageByPage(writer: TelemetryWriter): void {
  playGuests(writer)
  for (let request = writer.rng.integer(3, 5); request > 0; request -= 1) {
    let input = 2200
    const pages = Array.from({ length: writer.rng.integer(55, 95) }, () => {
      input += writer.rng.integer(300, 1900)
      return { tool: 'search_mail', failed: false, input }
    })
    runOf(writer, writer.between(6, 30), pages)
  }
}

export const concierge: Twins = twins(
  'fifth-held',
  {
    ...{ name: 'Assistant whose booking over MCP fails each time', type: 'infinite_retry', own: [service] },
    why: 'The tool fails hundreds of times in one run and nothing between changes that; each attempt pays a model.',
    play: booksAgain,
  },
  {
    name: 'Assistant that reads mail page by page over MCP',
    why: 'Each call succeeds and brings more to read, and the run ends with the last page.',
    play: pageByPage,
  },
)
