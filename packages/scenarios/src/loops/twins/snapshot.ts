/** The snapshot of a connector for changed data, by the measures that it exposes for Prometheus. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

interface Snapshot {
  rows: number
  isRunning: boolean
  isComplete: boolean
  events: number
  failures: number
}

const connector = 'orders-connector'

function report(writer: TelemetryWriter, minute: number, snapshot: Snapshot): void {
  const point = (name: string, value: number) => writer.point(connector, name, minute, Math.round(value))
  point('debezium_metrics_RowsScanned', snapshot.rows)
  point('debezium_metrics_SnapshotRunning', snapshot.isRunning ? 1 : 0)
  point('debezium_metrics_SnapshotCompleted', snapshot.isComplete ? 1 : 0)
  point('debezium_metrics_TotalNumberOfEventsSeen', snapshot.events)
  point('kafka_connect_connector_failed_task_count', snapshot.failures)
}

/** The connection is cut before the last table is read, and the snapshot begins at its first row. */
function beginsAgain(writer: TelemetryWriter): null {
  const [from, total, perMinute] = [
    writer.rng.integer(50, 80),
    writer.between(4e6, 9e6),
    writer.between(160_000, 240_000),
  ]
  let [rows, events, cut] = [0, 800_000, total * writer.between(0.7, 0.95)]
  for (let minute = 0; minute < 540; minute += 1) {
    const isBroken = rows >= cut
    if (isBroken) [rows, cut] = [0, total * writer.between(0.7, 0.95)]
    const more = minute < from ? writer.rng.integer(200, 400) : perMinute * writer.between(0.9, 1.1)
    if (minute >= from) rows += more
    events += more
    report(writer, minute, { rows, isRunning: minute >= from, isComplete: false, events, failures: isBroken ? 1 : 0 })
  }
  return null
}

/** Three tables are added one after the other, each read once, after which changes follow. */
function tableByTable(writer: TelemetryWriter): void {
  const starts = [writer.rng.integer(40, 70), writer.rng.integer(190, 220), writer.rng.integer(360, 390)]
  let [rows, events, left] = [0, 800_000, 0]
  for (let minute = 0; minute < 540; minute += 1) {
    if (starts.includes(minute)) [rows, left] = [0, writer.between(4e6, 9e6)]
    const isRunning = left > 0
    const more = isRunning ? Math.min(left, writer.between(160_000, 240_000)) : writer.rng.integer(200, 400)
    if (isRunning) [rows, left] = [rows + more, left - more]
    events += more
    report(writer, minute, { rows, isRunning, isComplete: !isRunning, events, failures: 0 })
  }
}

export const snapshot: Twins = twins(
  'fifth',
  {
    ...{
      name: 'Snapshot that is cut before its end and begins again',
      type: 'batch_processing_loop',
      own: [connector],
    },
    why: 'Millions of rows are read again every half an hour for eight hours, and the snapshot is never complete.',
    play: beginsAgain,
  },
  {
    name: 'Snapshots of three tables, each read once',
    why: 'Each snapshot reads another table and is complete at its end.',
    play: tableByTable,
  },
)
