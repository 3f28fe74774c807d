/** Files of partners that a state machine of AWS converts, by the metrics that CloudWatch keeps of it. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { about, playNeighbors, tideAt } from './neighbors.ts'

const [machine, worker, inbox, length] = ['invoice-intake', 'invoice-split', 'invoices-inbox', 360]

interface Minute {
  /** Files that partners sent. */
  files: number
  executions: number
  /** Objects written into the inbox, by partners and by runs. */
  puts: number
  /** Objects written into the bucket of results. */
  results: number
}

function report(writer: TelemetryWriter, minute: number, { files, executions, puts, results }: Minute): void {
  const seconds = writer.between(8.4, 10.2)
  const point = (resource: string, metric: string, value: number) =>
    writer.point(resource, metric, minute, Math.round(value))
  point('partner-sftp', 'FilesIn', files)
  point('partner-sftp', 'BytesIn', files * 240_000 * writer.between(0.9, 1.1))
  point(inbox, 'PutRequests', puts)
  point(inbox, 'GetRequests', executions)
  point(inbox, 'BytesUploaded', puts * 230_000 * writer.between(0.92, 1.08))
  point('invoices-done', 'PutRequests', results)
  point(machine, 'ExecutionsStarted', executions)
  point(machine, 'ExecutionsSucceeded', executions * writer.between(0.99, 1))
  point(machine, 'ExecutionsFailed', writer.rng.chance(0.03) ? 1 : 0)
  point(machine, 'ExecutionTime', seconds * 1000)
  point(worker, 'Invocations', executions)
  point(worker, 'Errors', writer.rng.chance(0.03) ? 1 : 0)
  point(worker, 'Duration', seconds * 820)
  point(worker, 'ConcurrentExecutions', Math.ceil((executions * seconds * 0.82) / 60))
}

/** Since a change of its settings the result lands below the prefix whose objects start the machine. */
function startsOnItsResult(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [from, mean, most] = [writer.rng.integer(70, 120), writer.between(3, 6), writer.between(380, 560)]
  let chains = 0
  for (let minute = 0; minute < length; minute += 1) {
    const files = about(writer, mean * tideAt(writer, minute))
    if (minute < from) {
      report(writer, minute, { files, executions: files, puts: files, results: files })
      continue
    }
    chains += files
    // A chain writes its next object about each eleven seconds; the limit of concurrent runs holds them all back.
    const executions = about(writer, Math.min(most, (chains * 60) / 11))
    report(writer, minute, { files, executions, puts: executions + files, results: 0 })
  }
  return null
}

/** A partner sends the invoices of nine years. */
function archiveComesIn(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [from, mean, most] = [writer.rng.integer(70, 120), writer.between(3, 6), writer.between(380, 560)]
  const to = from + writer.rng.integer(140, 190)
  for (let minute = 0; minute < length; minute += 1) {
    // The connection of the partner gets faster in the first minutes, as its parallel uploads begin.
    const archive = minute >= from && minute < to ? most * Math.min(1, (minute - from + 1) / 12) : 0
    const files = about(writer, mean * tideAt(writer, minute) + archive)
    report(writer, minute, { files, executions: files, puts: files, results: files })
  }
}

export const documentIntake: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'State machine started by the object that its last step writes', type: 'recursive_function' },
    own: [machine, worker, inbox],
    // CloudWatch counts what is written into a bucket, and says neither by whom nor what starts the machine.
    isUndecidable: true,
    why: 'Partners send as few files as before, and a hundred times as many objects and runs come of them.',
    play: startsOnItsResult,
  },
  {
    name: 'State machine that works through the archive of a partner',
    why: 'Each run has a file that a partner sent, each result lands in the other bucket, and the archive ends.',
    play: archiveComesIn,
  },
)
