/** A support desk that is handed mail by a webhook and acknowledges it by mail, as default instrumentation records it. */
import { describeProcess } from '../operated/resources.ts'
import { httpCall, playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { playNeighbors } from './neighbors.ts'

const [service, minutes] = ['support-desk', 44]

/** A mail comes in: it opens a ticket, or belongs to one, and is acknowledged or not. */
function receive(writer: TelemetryWriter, at: number, mail: { isNew: boolean; isAcknowledged: boolean }): void {
  const base = { service, trace: writer.trace() }
  const parent = writer.span({
    ...{ ...base, name: 'POST /inbound/mail', kind: 'server', at, ms: writer.between(160, 420) },
    attributes: {
      ...{ 'http.request.method': 'POST', 'http.route': '/inbound/mail', 'url.scheme': 'https' },
      ...{ 'http.response.status_code': 200, 'user_agent.original': 'Sendlib/1.0 server.sendgrid.net' },
    },
  })
  const query = (name: string, text: string, after: number) =>
    writer.span({
      ...{ ...base, name, kind: 'client', parent, at: at + after / 60_000, ms: writer.between(1, 6) },
      attributes: { 'db.system.name': 'mysql', 'db.namespace': 'desk', 'db.query.text': text },
    })
  query('SELECT tickets', 'SELECT * FROM tickets WHERE reply_address = ? LIMIT 1', 4)
  if (mail.isNew) query('INSERT tickets', 'INSERT INTO tickets (subject, sender, reply_address) VALUES (?, ?, ?)', 12)
  query('INSERT ticket_mails', 'INSERT INTO ticket_mails (ticket_id, body, received_at) VALUES (?, ?, ?)', 20)
  if (mail.isAcknowledged)
    writer.span({
      ...{ ...base, name: 'POST', kind: 'client', parent, at: at + 0.0006, ms: writer.between(80, 240) },
      attributes: httpCall('POST', 'https://api.sendgrid.com/v3/mail/send', 202),
    })
}

/** Customers write at all times; their mail is acknowledged, what belongs to a ticket that an agent has open is not. */
function playDesk(writer: TelemetryWriter): void {
  playTraffic(writer, minutes, 3)
  playNeighbors(writer, minutes)
  describeProcess(writer, service, 'php')
  for (const at of writer.starts(5, 0, minutes - 1)) {
    const isNew = writer.rng.chance(0.55)
    receive(writer, at, { isNew, isAcknowledged: isNew || writer.rng.chance(0.4) })
  }
}

/** After an announcement the mail systems of some customers answer each acknowledgment that the absent gets. */
function absentAnswer(writer: TelemetryWriter): number {
  playDesk(writer)
  const [from, absent] = [writer.between(9, 14), writer.rng.integer(13, 20)]
  let mails = 0
  for (let customer = 0; customer < absent; customer += 1) {
    const pause = writer.between(0.07, 0.19)
    let isNew = true
    for (let at = from + writer.between(0, 4); at < minutes - 1; at += pause * writer.between(0.7, 1.4), mails += 1) {
      receive(writer, at, { isNew, isAcknowledged: true })
      isNew = false
    }
  }
  return mails / (minutes - 3 - from)
}

/** After an announcement thousands of customers ask what it means for them; each question is a ticket of its own. */
function manyAsk(writer: TelemetryWriter): void {
  playDesk(writer)
  const from = writer.between(9, 14)
  const [most, halfLife] = [writer.between(160, 210), writer.between(18, 28)]
  for (const at of writer.starts(most, from, minutes - 1)) {
    if (!writer.rng.chance(0.5 ** ((at - from) / halfLife))) continue
    const isNew = writer.rng.chance(0.9)
    receive(writer, at, { isNew, isAcknowledged: isNew || writer.rng.chance(0.4) })
  }
}

export const acknowledgments: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Acknowledgments that answering machines acknowledge', type: 'webhook_loop', own: [service] },
    why: 'Each mail that is acknowledged comes back within seconds to the ticket it already has, and never fewer.',
    play: absentAnswer,
  },
  {
    name: 'Thousands of customers who ask after an announcement',
    why: 'As much mail and as many acknowledgments, but nearly each mail opens a ticket, and they become fewer.',
    play: manyAsk,
  },
)
