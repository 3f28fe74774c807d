/** Work that goes in circles: tasks, exports and an assistant that begin again and never get further. */
import { httpCall, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { loopOf } from './class-of-set.ts'
import { playOffice } from './office.ts'
import { describePod, describeProcess, olderCall } from './resources.ts'

/** A task that sends itself for the next page, whose cursor is the one it was sent with. */
function samePage(writer: TelemetryWriter): number {
  const minutes = 40
  playOffice(writer, minutes)
  describeProcess(writer, 'crm-sync', 'python')
  const task = (action: string) => ({
    ...{ 'celery.action': action, 'celery.task_name': 'crm.tasks.sync_page', 'messaging.destination': 'celery' },
    ...{ 'messaging.destination_kind': 'queue', 'messaging.message_id': writer.rng.hex(32) },
  })
  const sync = (start: number, pages: number, cursorOf: () => string) => {
    const trace = writer.trace()
    let [service, parent, at, count] = ['crm-web', '', start, 0]
    for (; count < pages && at < minutes - 1; count += 1) {
      const attributes = task('apply_async')
      const sent = { service, name: 'apply_async/crm.tasks.sync_page', kind: 'producer' as const }
      const send = writer.span({ ...sent, trace, parent, at, ms: 3, attributes })
      at += writer.between(0.003, 0.012)
      const ms = writer.between(160, 420)
      const base = { service: 'crm-sync', trace }
      parent = writer.span({
        ...{ ...base, name: 'run/crm.tasks.sync_page', kind: 'consumer', parent: send, at, ms },
        attributes: { ...attributes, 'celery.action': 'run', 'celery.state': 'SUCCESS' },
      })
      writer.span({
        ...{ ...base, name: 'GET', kind: 'client', parent, at: at + 0.0002, ms: ms - 60 },
        attributes: olderCall('GET', `https://crm.example/v3/contacts?limit=100&after=${cursorOf()}`, 200),
      })
      service = 'crm-sync'
      at += (ms - 20) / 60_000
    }
    return count
  }
  for (const at of writer.starts(3, 0, minutes - 1)) sync(at, writer.rng.integer(2, 9), () => writer.rng.hex(12))
  const from = writer.between(8, 13)
  const chains = Array.from({ length: writer.rng.integer(4, 6) }, () => writer.rng.hex(12))
  const counts = chains.map((cursor) => sync(from + writer.between(0, 1), Number.POSITIVE_INFINITY, () => cursor))
  return counts.reduce((sum, count) => sum + count, 0) / (minutes - 1 - from)
}

/** A copy that begins at page 1 after each failure, and fails at the same page each time. */
function beginsAgain(writer: TelemetryWriter): null {
  const minutes = 130
  playOffice(writer, minutes, 1)
  const pod = describePod(writer, 'archive-copy', 'java')
  const broken = writer.rng.integer(230, 330)
  let [at, run] = [writer.between(6, 12), 0]
  for (; at < minutes - 1; run += 1) {
    const base = { service: 'archive-copy', instance: pod, trace: writer.trace() }
    const seconds = broken * 0.5
    const parent = writer.span({
      ...base,
      name: 'ArchiveCopy.run',
      kind: 'internal',
      at,
      ms: seconds * 1000,
      failed: true,
    })
    for (let page = 1; page <= broken && at < minutes - 1; page += 1) {
      const failed = page === broken
      writer.span({
        ...{ ...base, name: 'GET', kind: 'client', parent, at, ms: writer.between(250, 420), failed },
        attributes: httpCall('GET', `https://records.example/v1/customers?size=200&page=${page}`, failed ? 500 : 200),
      })
      at += writer.between(0.0075, 0.0095)
    }
    const message = 'Back-off restarting failed container archive-copy in pod'
    const event = { kind: 'Pod' as const, name: pod, reason: 'BackOff', message, at, component: 'kubelet' }
    writer.event({ ...event, type: 'Warning', count: run + 1 })
    at += writer.between(0.2, 0.5)
  }
  return null
}

/** An assistant whose tests never pass; whenever its context is full it is summed up, and it begins again. */
function neverPasses(writer: TelemetryWriter): null {
  const minutes = 200
  playOffice(writer, minutes, 1)
  describeProcess(writer, 'code-assistant', 'python')
  const { rng } = writer
  const trace = writer.trace()
  const conversation = { 'gen_ai.conversation.id': `conv_${rng.hex(24)}`, 'gen_ai.provider.name': 'openai' }
  const base = { service: 'code-assistant', trace }
  const root = { ...base, name: 'invoke_agent fixer', kind: 'internal' as const, at: 3, ms: (minutes - 4) * 60_000 }
  const agent = { ...conversation, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'fixer' }
  const parent = writer.span({ ...root, attributes: agent })
  let [at, input] = [3.01, 9000]
  const step = (tool: string, failed = false) => {
    const [output, ms] = [rng.integer(60, 900), writer.between(2500, 9000)]
    writer.span({
      ...{ ...base, name: 'chat gpt-5', kind: 'client', parent, at, ms },
      attributes: {
        ...{ ...conversation, 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-5' },
        ...{ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output },
      },
    })
    at += ms / 60_000
    const took = tool === 'run_tests' ? writer.between(20_000, 40_000) : writer.between(40, 900)
    writer.span({
      ...{ ...base, name: `execute_tool ${tool}`, kind: 'internal', parent, at, ms: took, failed },
      attributes: {
        ...{ ...conversation, 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool },
        ...{ 'gen_ai.tool.call.id': `call_${rng.hex(20)}`, ...(failed && { 'error.type': 'AssertionError' }) },
      },
    })
    at += took / 60_000
    input = input > 120_000 ? 9000 : input + output + rng.integer(400, 3000)
  }
  while (at < minutes - 4) {
    for (let file = rng.integer(1, 3); file > 0; file -= 1) step('read_file')
    step('edit_file')
    step('run_tests', true)
  }
  return null
}

/** One document is translated over and over; the customer's rule bounds what few documents may take. */
function overAndOver(writer: TelemetryWriter): null {
  const from = writer.rng.integer(50, 80)
  for (let minute = 0; minute < 180; minute += 1) {
    const isStuck = minute >= from
    const documents = isStuck ? writer.rng.integer(0, 1) : writer.rng.integer(5, 11)
    const characters = isStuck ? writer.rng.integer(350_000, 480_000) : documents * writer.rng.integer(6000, 9000)
    writer.point('doc-translator', 'translate.documents', minute, documents)
    writer.point('doc-translator', 'translate.characters', minute, characters)
    writer.point('letter-translator', 'translate.documents', minute, writer.rng.integer(40, 60))
    writer.point('letter-translator', 'translate.characters', minute, writer.rng.integer(300_000, 420_000))
  }
  return null
}

export const thirdLoopsOfWork: ToolDefaultsClass[] = [
  loopOf('third', {
    ...{ name: 'Task that sends itself for the page it has read', type: 'recursive_function', own: 'crm-sync' },
    why: 'Each run sends the next with the cursor it had itself, hundreds deep, and every page is paid for.',
    play: samePage,
  }),
  loopOf('third', {
    ...{ name: 'Copy that fails at one page and begins at the first', type: 'batch_processing_loop' },
    own: 'archive-copy',
    why: 'The same pages are read in each of some forty runs, none of which gets past the page that fails.',
    play: beginsAgain,
  }),
  loopOf('third', {
    ...{ name: 'Assistant whose tests never pass', type: 'infinite_retry', own: 'code-assistant' },
    why: 'Some two hundred rounds of edit and test over three hours, of which not one passes; tokens are paid for each.',
    play: neverPasses,
  }),
  loopOf('third', {
    ...{ name: 'One document translated over and over, by a rule of the customer', type: 'custom_pattern' },
    own: 'doc-translator',
    expression: 'sum(translate.characters, 15m) > 3000000 and sum(translate.documents, 15m) < 40',
    why: 'Characters are paid for as those of hundreds of documents while hardly one is done, which the rule was written for.',
    play: overAndOver,
  }),
]
