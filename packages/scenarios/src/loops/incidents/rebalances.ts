/** A group of Kafka consumers, by the client metrics of the Java agent and the exporter beside the brokers. */
import { describeProcess } from '../operated/resources.ts'
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { Exporter } from './exporter.ts'
import { about, Drift, playNeighbors, tideAt } from './neighbors.ts'

const [service, exporter, topic, length, members] = ['order-enricher', 'kafka-exporter', 'orders', 300, 4]

interface Member {
  /** Records handed to the program. */
  consumed: number
  rebalances: number
  commits: number
  /** Records by which the committed offset of its partition moved. */
  moved: number
  produced: number
}

class Group {
  readonly #consumers: Exporter
  readonly #brokers: Exporter
  readonly lags: number[]

  constructor(writer: TelemetryWriter, lag: number) {
    this.#consumers = new Exporter(writer, service)
    describeProcess(writer, service, 'java')
    this.#brokers = new Exporter(writer, exporter, '10.12.3.41:9308')
    this.lags = Array.from({ length: members }, () => Math.round(lag * writer.between(0.9, 1.1)))
  }

  report(minute: number, index: number, { consumed, rebalances, commits, moved, produced }: Member): void {
    const client = { 'client-id': `consumer-order-enricher-${index + 1}` }
    const count = (name: string, more: number) => this.#consumers.count(minute, `kafka.consumer.${name}`, more, client)
    count('records_consumed_total', consumed)
    count('rebalance_total', rebalances)
    count('commit_total', commits)
    count('heartbeat_total', 20)
    const lag = Math.max(0, (this.lags[index] ?? 0) + produced - moved)
    this.lags[index] = lag
    const partition = { topic, partition: String(index) }
    const group = { ...partition, consumergroup: service }
    this.#brokers.count(minute, 'kafka_topic_partition_current_offset', produced, partition)
    this.#brokers.count(minute, 'kafka_consumergroup_current_offset', moved, group)
    this.#brokers.level(minute, 'kafka_consumergroup_lag', lag, group)
  }
}

/** Records by minute and partition as customers order. */
const producedIn = (writer: TelemetryWriter, drift: Drift, minute: number) =>
  about(writer, 210 * tideAt(writer, minute) * drift.next())

/** Another system has become slow: what is taken at once is not done in five minutes, and the group takes it from the member. */
function takenAway(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [group, drift, from] = [new Group(writer, 6), new Drift(writer, 0.08), writer.rng.integer(60, 90)]
  const batch = writer.rng.integer(3, 5) * 1000
  const nextOf = Array.from({ length: members }, () => from + writer.rng.integer(0, 4))
  for (let minute = 0; minute < length; minute += 1) {
    const expelled = nextOf.filter((next) => minute >= from && Math.floor(next) === minute).length
    for (let index = 0; index < members; index += 1) {
      const produced = producedIn(writer, drift, minute)
      if (minute < from) {
        const lag = group.lags[index] ?? 0
        group.report(minute, index, {
          consumed: produced,
          rebalances: 0,
          commits: 12,
          moved: produced + lag - 6,
          produced,
        })
        continue
      }
      const isExpelled = Math.floor(nextOf[index] ?? 0) === minute
      // While less waits than is taken at once, that is all it gets.
      const consumed = isExpelled ? Math.min(batch, group.lags[index] ?? 0) : 0
      if (isExpelled) nextOf[index] = minute + writer.between(5.1, 6.4)
      group.report(minute, index, { consumed, rebalances: expelled, commits: 0, moved: 0, produced })
    }
  }
  return null
}

/** Two hours of records wait after an outage; the group is made again as its pods are replaced, and catches up. */
function catchesUp(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [group, drift, from] = [new Group(writer, 6), new Drift(writer, 0.08), writer.rng.integer(100, 130)]
  const [stops, rate] = [from - writer.rng.integer(70, 90), writer.rng.integer(700, 1000)]
  for (let minute = 0; minute < length; minute += 1)
    for (let index = 0; index < members; index += 1) {
      const produced = producedIn(writer, drift, minute)
      const isStopped = minute >= stops && minute < from
      const moved = isStopped ? 0 : Math.min((group.lags[index] ?? 0) + produced, about(writer, rate))
      const rebalances = minute >= from && minute < from + 6 ? writer.rng.integer(1, 3) : 0
      group.report(minute, index, { consumed: moved, rebalances, commits: isStopped ? 0 : 12, moved, produced })
    }
}

export const rebalances: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Consumers put out of their group before they commit', type: 'batch_processing_loop' },
    own: [service, exporter],
    why: 'Thousands of records are taken every few minutes, while committed offsets stand still and the lag grows.',
    play: takenAway,
  },
  {
    name: 'Consumers balanced again that catch up after an outage',
    why: 'Offsets move by as much as is taken, the lag falls to nothing, and the group is balanced for minutes only.',
    play: catchesUp,
  },
)
